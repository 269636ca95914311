-- Dead addresses wait again, with no attempts; own arguments: "all", or "these" and the addresses. Returns how
-- many.

local addresses = {}
if ARGV[FIRST] == 'all' then
  addresses = call('HKEYS', REASONS)
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
    call('HDEL', REASONS, address)
    put_back = put_back + 1
  end
end
write_counts()
return put_back
