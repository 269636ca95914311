-- Do what a worker has gathered, in order, then lease it the best address of a host, and tell the news.
--
-- Own arguments: hosts to tell of; the host; milliseconds until its next fetch; the rank (the negative score) of
-- the address that is expected there, or "" when none is asked for; then the steps:
--   push ADDRESS HOST SCORE PAYLOAD URL-AND-WHY
--   again ADDRESS HOST SCORE PAYLOAD URL-AND-WHY, for an address that this worker holds, or that is settled
--   done ADDRESS | dead ADDRESS REASON | release ADDRESS | answering ADDRESS | fetched ADDRESS
--   pause HOST MILLISECONDS: nobody asks the host for so long
--   failed ADDRESS: back, with one attempt more
-- Steps on an address that this worker does not hold have no effect, so doing all of it twice is harmless.
--
-- Returns the generation; in one text how many pushed addresses were known, the numbers of addresses that wait,
-- are leased, done, dead, and of workers; for both queues the best hosts, packed: the rank, milliseconds until
-- the host may be asked, the length of what follows, the number of the address and the host; and {address,
-- score, payload, url and why, attempts}, which is empty when the host may not be asked, or has nothing as good as
-- expected.

local generation = tick()
local depth, host, delay, expected = tonumber(ARGV[FIRST]), ARGV[FIRST + 1], ARGV[FIRST + 2], ARGV[FIRST + 3]
local leases = LEASES .. worker
local repeats = 0

local function push(address, at, score, payload, link)
  local one = read(address)
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
  write(address, one)
  call('HSET', LINKS, address, link)
  call('HSET', PAYLOADS, address, payload)
  insert(address, one)
end

local function again(address, at, score, payload, link)
  local one = take_back(worker, address)
  if not one then
    one = read(address)
    if not one or one.state == WAITING or one.state == LEASED then
      return push(address, at, score, payload, link)
    end
    one.attempts = 0
    unbury(address)
  end
  one.score = score
  become(address, one, WAITING)
  call('HSET', LINKS, address, link)
  call('HSET', PAYLOADS, address, payload)
  insert(address, one)
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
  local address = string.sub(member, 9)
  local one = read(address)
  local queue = queue_of(one)
  call('ZREM', queue .. ':' .. host, member)
  rank_host(queue, host, member)
  become(address, one, LEASED)
  call('HSET', leases, address, '1')
  if on_probation then
    call('HSET', ON_PROBATION, worker, address)
  end
  write_host(host, host_state(record) + 1, now + delay)
  return {address, one.score, call('HGET', PAYLOADS, address), call('HGET', LINKS, address),
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
    packed[i] = struct.pack('>di4I2', tonumber(ranked[2 * i]), wait, #member) .. member
  end
  return table.concat(packed)
end

local place = FIRST + 4
while place <= #ARGV do
  local step, address = ARGV[place], ARGV[place + 1]
  if step == 'push' then
    push(address, ARGV[place + 2], ARGV[place + 3], ARGV[place + 4], ARGV[place + 5])
    place = place + 6
  elseif step == 'again' then
    again(address, ARGV[place + 2], ARGV[place + 3], ARGV[place + 4], ARGV[place + 5])
    place = place + 6
  elseif step == 'answering' then
    if call('HGET', leases, address) == '1' then
      call('HSET', leases, address, '2')
    end
    place = place + 2
  elseif step == 'fetched' then
    local fetching = call('HGET', leases, address)
    if fetching and fetching ~= '0' then
      call('HSET', leases, address, '0')
      end_fetch(read(address))
    end
    place = place + 2
  elseif step == 'pause' then
    local fetches, next_time = host_state(call('HGET', HOSTS, address))
    write_host(address, fetches, math.max(next_time, now + tonumber(ARGV[place + 2])))
    place = place + 3
  else
    local one = take_back(worker, address)
    if one and step == 'done' then
      become(address, one, DONE)
      call('HDEL', PAYLOADS, address)
    elseif one and step == 'dead' then
      bury(address, one, ARGV[place + 2])
    elseif one then
      if step == 'failed' then
        one.attempts = one.attempts + 1
      end
      become(address, one, WAITING)
      insert(address, one)
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
  whole(call('ZCARD', WORKERS))}, ' ')
local waiting, probation = '', ''
if depth > 0 then
  waiting = best_hosts(REQUESTS)
  if call('EXISTS', PROBATION) == 1 and call('HEXISTS', ON_PROBATION, worker) == 0 then
    probation = best_hosts(PROBATION)
  end
end
return {generation, numbers, waiting, probation, granted}
