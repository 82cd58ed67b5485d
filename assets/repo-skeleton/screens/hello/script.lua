-- Put all values for the template into `data`.
local now = time_now("day")

return {
  data = {
    greeting = "Hello, " .. params.name,
    day = time_format(now, "%A"),
    date = time_format(now, "%d %B %Y"),
  },
  refresh_rate = 3600, -- seconds until the device asks again
}
