-- Execute the steps of a worker in order, lease it the best key of a host, and describe the frontier.
--
-- Own arguments: number of hosts to describe; the host to lease from; milliseconds until its next fetch; the rank
-- (negative score) that is expected there, or "" for no lease; the generation that the worker knows, or ""; then the
-- steps:
--   push KEY HOST SCORE PAYLOAD URL-AND-WHY
--   again KEY HOST SCORE PAYLOAD URL-AND-WHY, for a key that this worker holds, or that is done or dead
--   done KEY | dead KEY REASON | release KEY | answering KEY | fetched KEY
--   rescore KEY SCORE, for a key that waits
--   pause HOST MILLISECONDS MOST: no worker fetches from the host for so long; it is given up when its pauses
--     since its last answer are more than MOST milliseconds
--   deny HOST MOST: it answered 401 or 403; at the MOST-th time in a row it is given up; 0: never
--   answered HOST: it gave another answer
--   failed KEY: release with one more attempt
-- All other steps on a key that this worker does not hold have no effect, so executing any step twice is harmless;
-- only refusals (pause, deny) count again then.
--
-- Fails with LOST and the name of a key when keys of the frontier are gone.
-- Returns the generation; one text with the numbers of repeated pushes, of waiting, leased, done and dead keys, and
-- of workers, of hosts that were given up and of those that refuse; for both queues the best hosts, packed as rank, milliseconds until the next fetch, length of the
-- rest, number of the key, host; and {key, score, payload, URL and why, attempts}, which is empty when the host has
-- to wait or has no key with the expected rank.

local gone = missing(ARGV[FIRST + 4] or '')
if gone then
  return lost(gone)
end
local generation = tick()
local depth, host, delay, expected = tonumber(ARGV[FIRST]), ARGV[FIRST + 1], ARGV[FIRST + 2], ARGV[FIRST + 3]
local leases = LEASES .. worker
local repeats = 0

local function push(key, at, score, payload, link)
  local one = read(key)
  if not one then
    one = {state = WAITING, attempts = 0, score = score, host = at}
    one.number = whole(call('HINCRBY', COUNTS, 'number', 1))
    count(one, 1)
  else
    repeats = repeats + 1
    if one.state ~= WAITING or tonumber(score) <= tonumber(one.score) then
      return
    end
    one.score = score
  end
  write(key, one)
  call('HSET', LINKS, key, link)
  call('HSET', PAYLOADS, key, payload)
  insert(key, one)
end

local function again(key, at, score, payload, link)
  local one = take_back(worker, key)
  if not one then
    one = read(key)
    if not one or one.state == WAITING or one.state == LEASED then
      return push(key, at, score, payload, link)
    end
    one.attempts = 0
    unbury(key)
  end
  one.score = score
  become(key, one, WAITING)
  call('HSET', LINKS, key, link)
  call('HSET', PAYLOADS, key, payload)
  insert(key, one)
end

local function rescore(key, score)
  local one = read(key)
  if one and one.state == WAITING and tonumber(score) ~= tonumber(one.score) then
    remove(key, one)
    one.score = score
    write(key, one)
    insert(key, one)
  end
end

local function grant()
  local record = call('HGET', HOSTS, host)
  if host_wait(record) ~= 0 then
    return {}
  end
  local member, rank = best(REQUESTS, host)
  local on_probation = false
  if call('EXISTS', PROBATION) == 1 and call('HEXISTS', ON_PROBATION, worker) == 0 then
    local other, other_rank = best(PROBATION, host)
    on_probation = other and (not member or tonumber(other_rank) < tonumber(rank)
      or (other_rank == rank and other < member))
    if on_probation then
      member, rank = other, other_rank
    end
  end
  if not member or tonumber(rank) > tonumber(expected) then
    return {}
  end
  local key = string.sub(member, 9)
  local one = read(key)
  local queue = queue_of(one)
  call('ZREM', queue .. ':' .. host, member)
  rank_host(queue, host, member)
  become(key, one, LEASED)
  call('HSET', leases, key, '1')
  if on_probation then
    call('HSET', ON_PROBATION, worker, key)
  end
  write_host(host, host_state(record) + 1, now + delay)
  return {key, one.score, call('HGET', PAYLOADS, key), call('HGET', LINKS, key),
    number_of(one.attempts)}
end

local function best_hosts(queue)
  local ranked = call('ZRANGE', queue, 0, depth - 1, 'WITHSCORES')
  local names = {}
  for i = 1, #ranked, 2 do
    names[#names + 1] = string.sub(ranked[i], 9)
  end
  if #names == 0 then
    return ''
  end
  local records, packed = call('HMGET', HOSTS, unpack(names)), {}
  for i = 1, #names do
    local member = ranked[2 * i - 1]
    local wait = math.min(host_wait(records[i]), 2147483647)
    local first = best(queue, names[i])
    if not first or string.sub(first, 1, 8) ~= string.sub(member, 1, 8) then
      gone = queue .. ':' .. names[i]
    end
    packed[i] = struct.pack('>di4I2', tonumber(ranked[2 * i]), wait, #member) .. member
  end
  return table.concat(packed)
end

local place = FIRST + 5
while place <= #ARGV do
  local step, key = ARGV[place], ARGV[place + 1]
  if step == 'push' then
    push(key, ARGV[place + 2], ARGV[place + 3], ARGV[place + 4], ARGV[place + 5])
    place = place + 6
  elseif step == 'again' then
    again(key, ARGV[place + 2], ARGV[place + 3], ARGV[place + 4], ARGV[place + 5])
    place = place + 6
  elseif step == 'rescore' then
    rescore(key, ARGV[place + 2])
    place = place + 3
  elseif step == 'answering' then
    if call('HGET', leases, key) == '1' then
      call('HSET', leases, key, '2')
    end
    place = place + 2
  elseif step == 'fetched' then
    local fetching = call('HGET', leases, key)
    if fetching and fetching ~= '0' then
      call('HSET', leases, key, '0')
      end_fetch(read(key))
    end
    place = place + 2
  elseif step == 'pause' then
    local fetches, next_time = host_state(call('HGET', HOSTS, key))
    local until_then = math.max(next_time, now + tonumber(ARGV[place + 2]))
    write_host(key, fetches, until_then)
    -- Each pause counts from its own answer, and answers to requests in flight come one by one.
    local added = until_then - math.max(next_time, now)
    if call('HINCRBY', PAUSED, key, whole(added)) > tonumber(ARGV[place + 3]) then
      call('SADD', GIVEN_UP, key)
    end
    place = place + 4
  elseif step == 'deny' then
    local most = tonumber(ARGV[place + 2])
    if call('HINCRBY', DENIALS, key, 1) >= most and most > 0 then
      call('SADD', GIVEN_UP, key)
    end
    place = place + 3
  elseif step == 'answered' then
    call('HDEL', DENIALS, key)
    call('HDEL', PAUSED, key)
    place = place + 2
  else
    local one = take_back(worker, key)
    if one and step == 'done' then
      become(key, one, DONE)
      call('HDEL', PAYLOADS, key)
    elseif one and step == 'dead' then
      bury(key, one, ARGV[place + 2])
    elseif one then
      if step == 'failed' then
        one.attempts = one.attempts + 1
      end
      become(key, one, WAITING)
      insert(key, one)
    end
    place = place + (step == 'dead' and 3 or 2)
  end
end

local granted = expected ~= '' and grant() or {}
write_counts()
local counts = call('HMGET', COUNTS, 'waiting', 'leased', 'done', 'dead')
for i = 1, 4 do
  counts[i] = counts[i] or '0'
end
local numbers = table.concat({whole(repeats), counts[1], counts[2], counts[3], counts[4],
  whole(call('ZCARD', WORKERS)),
  whole(call('SCARD', GIVEN_UP)), whole(call('HLEN', DENIALS) + call('HLEN', PAUSED))}, ' ')
local waiting, probation = '', ''
if depth > 0 then
  waiting = best_hosts(REQUESTS)
  if call('EXISTS', PROBATION) == 1 and call('HEXISTS', ON_PROBATION, worker) == 0 then
    probation = best_hosts(PROBATION)
  end
end
if gone then
  return lost(gone)
end
return {generation, numbers, waiting, probation, granted}
