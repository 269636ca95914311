-- A worker ends in order: what it still holds goes back and counts as no attempt.

for _, address in ipairs(call('HKEYS', LEASES .. worker)) do
  local one = take_back(worker, address)
  if one then
    become(address, one, WAITING)
    insert(address, one)
  end
end
write_counts()
call('ZREM', WORKERS, worker)
return 1
