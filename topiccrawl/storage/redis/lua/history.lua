-- Update a bounded uniform sample of all accepted URLs (Vitter's algorithm R). KEYS: the list, the hash of counts.
-- ARGV: capacity, mode, then each URL with a number drawn uniformly from [0, 1), since Redis gives every run of a
-- script the same random numbers. The mode is "more" for newly accepted URLs, or "first N" for a sample of N URLs
-- accepted earlier, which is ignored unless the history is empty.
-- Returns how many URLs were accepted in all, and the sample.

local capacity, added = tonumber(ARGV[1]), tonumber(redis.call('HGET', KEYS[2], 'accepted') or 0)
local before = tonumber(string.match(ARGV[2], '^first (%d+)$'))
if before and added == 0 then
  for place = 3, #ARGV, 2 do
    redis.call('RPUSH', KEYS[1], ARGV[place])
  end
  redis.call('HSET', KEYS[2], 'accepted', before)
  added = before
elseif not before and #ARGV > 2 then
  for place = 3, #ARGV, 2 do
    added = added + 1
    if added <= capacity then
      redis.call('RPUSH', KEYS[1], ARGV[place])
    else
      local drawn = math.floor(tonumber(ARGV[place + 1]) * added)
      if drawn < capacity then
        redis.call('LSET', KEYS[1], drawn, ARGV[place])
      end
    end
  end
  redis.call('HSET', KEYS[2], 'accepted', added)
end
return {added, redis.call('LRANGE', KEYS[1], 0, -1)}
