-- Shared by the scripts of the frontier; put in front of each of them.
--
-- KEYS[1]: the prefix of the crawl's keys. ARGV: worker, milliseconds of a lease, most attempts, most
-- fetches of a host at once (0: no limit); the script's own arguments follow. Keys are URL keys.
--
-- <prefix>:dupefilter      hash: key -> "state|attempts|number|score|host"
-- <prefix>:payloads        hash: key -> payload; deleted when it is done
-- <prefix>:links           hash: key -> URL, newline, why
-- <prefix>:dead            hash: key -> reason
-- <prefix>:dead_since      sorted set: dead keys by the time at which they died
-- <prefix>:requests        sorted set: hosts by their best waiting key
-- <prefix>:requests:HOST   sorted set: the waiting keys of a host
-- <prefix>:probation, :probation:HOST   the same for keys that were held when a worker died
-- <prefix>:on_probation    hash: worker -> the one key on probation that it holds
-- <prefix>:hosts           hash: host -> "running fetches|time of the next one"
-- <prefix>:workers         sorted set: workers by the time at which their leases end
-- <prefix>:leases:WORKER   hash: key -> "1" while the fetch runs, "2" when its response has begun, "0" when the
--                          fetch has ended
-- <prefix>:counts          hash: number of keys by state, and `number`, `generation`, `seen`, `grace`
-- <prefix>:counts_of_hosts hash: state and host -> number of keys
-- <prefix>:denials         hash: host -> answers 401 or 403 since its last page
-- <prefix>:paused          hash: host -> milliseconds of pauses since its last answer
-- <prefix>:given_up        set: hosts that refuse for so long that no worker asks them
--
-- Members of the sorted sets start with the number of the key, 8 bytes, and rank by the negative score: the
-- first member is the best, and among equal scores the first pushed. Times are milliseconds of this server's
-- clock.

local prefix, worker = KEYS[1], ARGV[1]
local lease_ms, max_attempts, host_limit = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local FIRST = 5

local WAITING, LEASED, DONE, DEAD = '0', '1', '2', '3'
local NAMES = {[WAITING] = 'waiting', [LEASED] = 'leased', [DONE] = 'done', [DEAD] = 'dead'}

local RECORDS, PAYLOADS, LINKS = prefix .. ':dupefilter', prefix .. ':payloads', prefix .. ':links'
local DEAD_SINCE = prefix .. ':dead_since'
local REASONS, HOSTS, COUNTS = prefix .. ':dead', prefix .. ':hosts', prefix .. ':counts'
local COUNTS_OF_HOSTS = prefix .. ':counts_of_hosts'
local WORKERS, LEASES, ON_PROBATION = prefix .. ':workers', prefix .. ':leases:', prefix .. ':on_probation'
local DENIALS, PAUSED, GIVEN_UP = prefix .. ':denials', prefix .. ':paused', prefix .. ':given_up'
local REQUESTS, PROBATION = prefix .. ':requests', prefix .. ':probation'

local call = redis.call
local clock = call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

local function whole(number)
  return string.format('%.0f', number)
end

-- Attempts may have tenths, see `WAITED_FOR` in contract.py.
local function number_of(attempts)
  return string.format('%.6g', attempts)
end

local function read(key)
  local record = call('HGET', RECORDS, key)
  if not record then
    return nil
  end
  local state, attempts, number, score, host = string.match(record, '^(%d)|([%d%.]+)|(%d+)|([^|]+)|(.*)$')
  return {state = state, attempts = tonumber(attempts), number = number, score = score, host = host}
end

local function write(key, one)
  local record = table.concat({one.state, number_of(one.attempts), one.number, one.score, one.host}, '|')
  call('HSET', RECORDS, key, record)
end

-- Changes of the counts, written at the end of a script.
local changes, changes_of_hosts = {}, {}

local function count(one, change)
  local name, of_host = NAMES[one.state], one.state .. one.host
  changes[name] = (changes[name] or 0) + change
  changes_of_hosts[of_host] = (changes_of_hosts[of_host] or 0) + change
end

local function write_counts()
  for name, change in pairs(changes) do
    if change ~= 0 then
      call('HINCRBY', COUNTS, name, change)
    end
  end
  for of_host, change in pairs(changes_of_hosts) do
    if change ~= 0 then
      call('HINCRBY', COUNTS_OF_HOSTS, of_host, change)
    end
  end
  changes, changes_of_hosts = {}, {}
end

local function become(key, one, state)
  count(one, -1)
  one.state = state
  count(one, 1)
  write(key, one)
end

-- The queues.

local function queue_of(one)
  return one.attempts > 0 and PROBATION or REQUESTS
end

local function member_of(key, one)
  return struct.pack('>I8', tonumber(one.number)) .. key
end

local function best(queue, host)
  local found = call('ZRANGE', queue .. ':' .. host, 0, 0, 'WITHSCORES')
  return found[1], found[2]
end

-- Update the place of a host among the hosts; `before` was its best member.
local function rank_host(queue, host, before)
  local after, rank = best(queue, host)
  if before and (not after or string.sub(before, 1, 8) ~= string.sub(after, 1, 8)) then
    call('ZREM', queue, string.sub(before, 1, 8) .. host)
  end
  if after then
    call('ZADD', queue, rank, string.sub(after, 1, 8) .. host)
  end
end

local function insert(key, one)
  local queue = queue_of(one)
  local before = best(queue, one.host)
  call('ZADD', queue .. ':' .. one.host, -tonumber(one.score), member_of(key, one))
  rank_host(queue, one.host, before)
end

local function remove(key, one)
  local queue = queue_of(one)
  local before = best(queue, one.host)
  call('ZREM', queue .. ':' .. one.host, member_of(key, one))
  rank_host(queue, one.host, before)
end

-- The hosts.

-- Returns the running fetches of a host, and the earliest time of the next one.
local function host_state(record)
  if not record then
    return 0, 0
  end
  local fetches, next_time = string.match(record, '^(%d+)|(%d+)$')
  return tonumber(fetches), tonumber(next_time)
end

-- Returns the milliseconds until the next fetch: 0 at once, -1 when a running fetch has to end first.
local function host_wait(record)
  local fetches, next_time = host_state(record)
  if host_limit > 0 and fetches >= host_limit then
    return -1
  end
  return math.max(0, next_time - now)
end

local function write_host(host, fetches, next_time)
  if fetches <= 0 and next_time <= now then
    call('HDEL', HOSTS, host)
  else
    call('HSET', HOSTS, host, whole(math.max(0, fetches)) .. '|' .. whole(next_time))
  end
end

-- The leases.

local function end_fetch(one)
  local fetches, next_time = host_state(call('HGET', HOSTS, one.host))
  write_host(one.host, fetches - 1, next_time)
end

-- End the lease of a key; returns nil when this worker does not hold it, else its record and whether its
-- response had not begun yet.
local function take_back(holder, key)
  local leases = LEASES .. holder
  local fetching = call('HGET', leases, key)
  if not fetching then
    return nil
  end
  call('HDEL', leases, key)
  local one = read(key)
  if not one then
    return nil
  end
  if fetching ~= '0' then
    end_fetch(one)
  end
  if one.attempts > 0 and call('HGET', ON_PROBATION, holder) == key then
    call('HDEL', ON_PROBATION, holder)
  end
  return one, fetching == '1'
end

local function bury(key, one, reason)
  become(key, one, DEAD)
  call('HSET', REASONS, key, reason)
  call('ZADD', DEAD_SINCE, now, key)
end

-- The key is no longer dead.
local function unbury(key)
  call('HDEL', REASONS, key)
  call('ZREM', DEAD_SINCE, key)
end

-- End the leases of a dead worker. Each counts as an attempt; a further one counts in full only when the response
-- had begun, see `WAITED_FOR` in contract.py. With `blameless`, the cause of death is known and none counts.
local function reclaim_from(holder, blameless)
  for _, key in ipairs(call('HKEYS', LEASES .. holder)) do
    local one, waited_for = take_back(holder, key)
    if one then
      if not blameless then
        one.attempts = one.attempts + (waited_for and one.attempts > 0 and 0.1 or 1)
      end
      if one.attempts >= max_attempts then
        bury(key, one, 'took part in ' .. number_of(one.attempts) .. ' crashes')
      else
        become(key, one, WAITING)
        insert(key, one)
      end
    end
  end
  call('ZREM', WORKERS, holder)
end

-- Give up a page that froze its worker, whichever worker holds it by now.
local function condemn(key, reason)
  local one = read(key)
  if one and one.state == WAITING then
    remove(key, one)
    bury(key, one, reason)
  elseif one and one.state == LEASED then
    for _, holder in ipairs(call('ZRANGE', WORKERS, 0, -1)) do
      local held = take_back(holder, key)
      if held then
        bury(key, held, reason)
      end
    end
  end
end

-- Keys are deleted by hand, and whole by a server that is short of memory. Returns which of those that a crawl needs
-- is gone, or nil. `known` is the generation that the worker knows, or "": keys that were emptied on purpose get one
-- that ends with "f".
local function missing(known)
  local held = call('HMGET', COUNTS, 'generation', 'waiting', 'leased', 'done', 'dead')
  local generation = held[1] or ''
  if known ~= '' and generation ~= known and string.sub(generation, -1) ~= 'f' then
    return COUNTS
  end
  local waiting, leased, dead = tonumber(held[2] or 0), tonumber(held[3] or 0), tonumber(held[5] or 0)
  local with_payload = waiting + leased + dead
  if call('HLEN', RECORDS) ~= with_payload + tonumber(held[4] or 0) then
    return RECORDS
  end
  for name, needed in pairs({[PAYLOADS] = with_payload, [LINKS] = with_payload, [REASONS] = dead}) do
    if needed > 0 and call('EXISTS', name) == 0 then
      return name
    end
  end
  if (waiting > 0) ~= (call('EXISTS', REQUESTS, PROBATION) > 0) then
    return REQUESTS
  end
  for _, holder in ipairs(call('ZRANGE', WORKERS, 0, -1)) do
    leased = leased - call('HLEN', LEASES .. holder)
  end
  return leased ~= 0 and WORKERS or nil
end

local function lost(name)
  return redis.error_reply('LOST ' .. name)
end

-- This server's clock was set back: without this, what is due in seconds would be due in hours.
local function set_times_back(milliseconds)
  local workers = call('ZRANGE', WORKERS, 0, -1, 'WITHSCORES')
  for i = 1, #workers, 2 do
    call('ZADD', WORKERS, workers[i + 1] - milliseconds, workers[i])
  end
  local hosts = call('HGETALL', HOSTS)
  for i = 1, #hosts, 2 do
    local fetches, next_time = host_state(hosts[i + 1])
    write_host(hosts[i], fetches, math.max(0, next_time - milliseconds))
  end
end

-- Renew the leases of this worker, and end those of dead workers. Returns the generation of the frontier.
--
-- When no worker was heard for longer than any living worker is silent, this server was away, and every worker
-- gets the time of a lease to come back.
local function tick()
  local held = call('HMGET', COUNTS, 'generation', 'seen', 'grace')
  local generation, seen, grace = held[1], tonumber(held[2] or now), tonumber(held[3] or 0)
  if not generation then
    generation = whole(clock[1] * 1000000 + clock[2])
    call('HSET', COUNTS, 'generation', generation)
  end
  if seen - now > lease_ms / 2 then
    set_times_back(seen - now)
    grace = 0
    call('HSET', COUNTS, 'grace', '0')
  end
  if now - seen > lease_ms / 2 then
    grace = now + lease_ms
    call('HSET', COUNTS, 'grace', whole(grace))
  end
  if not held[2] or math.abs(now - seen) > lease_ms / 20 then
    call('HSET', COUNTS, 'seen', whole(now))
  end
  local ends = tonumber(call('ZSCORE', WORKERS, worker) or 0)
  if math.abs(now + lease_ms - ends) > lease_ms / 20 then
    call('ZADD', WORKERS, now + lease_ms, worker)
  end
  if now >= grace then
    for _, late in ipairs(call('ZRANGEBYSCORE', WORKERS, '-inf', '(' .. whole(now), 'LIMIT', 0, 10)) do
      reclaim_from(late)
    end
    write_counts()
  end
  return generation
end
