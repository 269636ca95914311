-- Stop a worker: what it still holds is released and not counted as an attempt.

for _, key in ipairs(call('HKEYS', LEASES .. worker)) do
  local one = take_back(worker, key)
  if one then
    become(key, one, WAITING)
    insert(key, one)
  end
end
write_counts()
call('ZREM', WORKERS, worker)
return 1
