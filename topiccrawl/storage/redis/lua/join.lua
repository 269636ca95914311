-- Start a worker. Own arguments: "1" to empty the frontier first, which is refused while another worker holds
-- leases; "0" not to; "look" only to check whether "1" would be refused; then the dead worker that it replaces, or
-- ""; then keys of the pages that killed that worker, each with the reason. Returns {generation, 0} or, when
-- refused, {holder, milliseconds until its leases end}. Fails with LOST as `step.lua` does.

-- What refused the workers of an earlier crawl gets another chance.
if call('ZCOUNT', WORKERS, '(' .. whole(now), '+inf') == 0 then
  call('DEL', DENIALS, PAUSED, GIVEN_UP)
end

local gone = ARGV[FIRST] == '0' and missing('')
if gone then
  return lost(gone)
end

local predecessor = ARGV[FIRST + 1] or ''
if ARGV[FIRST] ~= '0' then
  local workers = call('ZRANGE', WORKERS, 0, -1, 'WITHSCORES')
  for i = 1, #workers, 2 do
    local left = tonumber(workers[i + 1]) - now
    if left > 0 and call('EXISTS', LEASES .. workers[i]) == 1 then
      return {workers[i], left}
    end
  end
  if ARGV[FIRST] == 'look' then
    return {'', 0}
  end
  for i = 1, #workers, 2 do
    call('DEL', LEASES .. workers[i])
  end
  for _, queue in ipairs({REQUESTS, PROBATION}) do
    for _, member in ipairs(call('ZRANGE', queue, 0, -1)) do
      call('DEL', queue .. ':' .. string.sub(member, 9))
    end
  end
  call('UNLINK', RECORDS, PAYLOADS, LINKS, REASONS, DEAD_SINCE, HOSTS, COUNTS, COUNTS_OF_HOSTS, WORKERS,
    ON_PROBATION, REQUESTS, PROBATION, DENIALS, PAUSED, GIVEN_UP, prefix .. ':history', prefix .. ':sections',
    prefix .. ':accepted_of_sections')
  call('HSET', COUNTS, 'generation', whole(clock[1] * 1000000 + clock[2]) .. 'f')
end
for place = FIRST + 2, #ARGV, 2 do
  condemn(ARGV[place], ARGV[place + 1])
end
if predecessor ~= '' then
  reclaim_from(predecessor, #ARGV > FIRST + 1)
end
write_counts()
return {tick(), 0}
