-- A worker starts; own argument: "1" to forget everything first, which is refused while another worker holds
-- leases; "0" not to; "look" to do neither, but to tell whether "1" would be refused. Returns {generation, 0} or,
-- when refused, {holder, milliseconds until its leases end}.

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
    ON_PROBATION, REQUESTS, PROBATION, prefix .. ':history')
end
return {tick(), 0}
