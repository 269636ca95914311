-- Update what all workers know of the URLs visited: a bounded uniform sample (Vitter's algorithm R), and counts by
-- section, bounded as well. KEYS: the list of URLs, the hash of counts, the sorted set of sections by pages visited,
-- the hash of their pages accepted.
-- ARGV: capacity of the sample, of the sections, mode, number of URLs; then each URL with a number drawn uniformly from
-- [0, 1), since Redis gives every run of a script the same random numbers; then each section with its new visited and
-- accepted pages. The mode is "more" for new visits, or "first N" for what an earlier crawl left: a sample of N URLs,
-- which is ignored unless the sample is empty, and counts, which are ignored unless there are none.
-- Returns how many URLs the sample was drawn from, the sample, and the sections as a flat list of section, visited,
-- accepted.

local URLS, COUNTS, VISITED, ACCEPTED = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local call = redis.call
local capacity, sections, urls = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[4])
local added = tonumber(call('HGET', COUNTS, 'accepted') or 0)
local before = tonumber(string.match(ARGV[3], '^first (%d+)$'))
local after_urls = 5 + 2 * urls

if before and added == 0 then
  for place = 5, after_urls - 1, 2 do
    call('RPUSH', URLS, ARGV[place])
  end
  call('HSET', COUNTS, 'accepted', before)
  added = before
elseif not before and urls > 0 then
  for place = 5, after_urls - 1, 2 do
    added = added + 1
    if added <= capacity then
      call('RPUSH', URLS, ARGV[place])
    else
      local drawn = math.floor(tonumber(ARGV[place + 1]) * added)
      if drawn < capacity then
        call('LSET', URLS, drawn, ARGV[place])
      end
    end
  end
  call('HSET', COUNTS, 'accepted', added)
end

if not before or call('EXISTS', VISITED) == 0 then
  for place = after_urls, #ARGV, 3 do
    call('ZINCRBY', VISITED, ARGV[place + 1], ARGV[place])
    call('HINCRBY', ACCEPTED, ARGV[place], ARGV[place + 2])
  end
  local surplus = call('ZCARD', VISITED) - sections
  if surplus > 0 then
    local rare = call('ZPOPMIN', VISITED, surplus + math.floor(sections / 10))
    for place = 1, #rare, 2 do
      call('HDEL', ACCEPTED, rare[place])
    end
  end
end

local counts = call('ZRANGE', VISITED, 0, -1, 'WITHSCORES')
local flat = {}
for place = 1, #counts, 2 do
  flat[#flat + 1] = counts[place]
  flat[#flat + 1] = counts[place + 1]
  flat[#flat + 1] = call('HGET', ACCEPTED, counts[place])
end
return {added, call('LRANGE', URLS, 0, -1), flat}
