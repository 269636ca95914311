-- Dead addresses wait again, with no attempts; own arguments: "all", or "these" and the addresses, or "passing",
-- milliseconds for which they must have been dead, and what their reasons begin with. Returns how many.

local addresses = {}
if ARGV[FIRST] == 'all' then
  addresses = call('HKEYS', REASONS)
elseif ARGV[FIRST] == 'passing' then
  local prefix_of_reason = ARGV[FIRST + 2]
  local young = now - tonumber(ARGV[FIRST + 1])
  for _, address in ipairs(call('HKEYS', REASONS)) do
    local since = tonumber(call('ZSCORE', DEAD_SINCE, address) or 0)
    local reason = call('HGET', REASONS, address)
    if since <= young and string.sub(reason, 1, #prefix_of_reason) == prefix_of_reason then
      addresses[#addresses + 1] = address
    end
  end
else
  for place = FIRST + 1, #ARGV do
    addresses[#addresses + 1] = ARGV[place]
  end
end
local put_back = 0
for _, address in ipairs(addresses) do
  local one = read(address)
  if one and one.state == DEAD then
    one.attempts = 0
    become(address, one, WAITING)
    insert(address, one)
    unbury(address)
    put_back = put_back + 1
  end
end
write_counts()
return put_back
