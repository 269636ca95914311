-- Let dead keys wait again, without attempts. Own arguments: "all"; or "these" and the keys; or "passing",
-- the milliseconds since they died, at least, and the prefix of their reasons. Returns how many.

local keys = {}
if ARGV[FIRST] == 'all' then
  keys = call('HKEYS', REASONS)
elseif ARGV[FIRST] == 'passing' then
  local prefix_of_reason = ARGV[FIRST + 2]
  local young = now - tonumber(ARGV[FIRST + 1])
  for _, key in ipairs(call('HKEYS', REASONS)) do
    local since = tonumber(call('ZSCORE', DEAD_SINCE, key) or 0)
    local reason = call('HGET', REASONS, key)
    if since <= young and string.sub(reason, 1, #prefix_of_reason) == prefix_of_reason then
      keys[#keys + 1] = key
    end
  end
else
  for place = FIRST + 1, #ARGV do
    keys[#keys + 1] = ARGV[place]
  end
end
local put_back = 0
for _, key in ipairs(keys) do
  local one = read(key)
  if one and one.state == DEAD then
    one.attempts = 0
    become(key, one, WAITING)
    insert(key, one)
    unbury(key)
    put_back = put_back + 1
  end
end
write_counts()
return put_back
