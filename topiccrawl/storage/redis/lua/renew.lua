-- Renew the worker's leases. Returns the generation, and the id of this run of the server if the user may read it.

local info = redis.pcall('INFO', 'server')
return {tick(), type(info) == 'string' and string.match(info, 'run_id:(%x+)') or ''}
