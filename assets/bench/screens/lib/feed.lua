-- Asks the upstream, a web server beside the bench. An answer may be `max_age` seconds old; without it every call asks
-- anew.
local function ask(path, query, max_age)
  return http_get(params.upstream .. path, { params = query, cache_ttl = max_age or 0, timeout = 8 })
end

return { ask = ask, json = function(...) return json_decode(ask(...)) end }
