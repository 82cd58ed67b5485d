-- Six cities with their times; where it is night, the box is dark.
local grid = require("lib/page")
local page, px = grid.page, grid.px

grid.header("Offices", time_format(time_now("day", "UTC"), "%-d %B", "UTC"))
local CITIES = {
  { "San Francisco", "America/Los_Angeles" }, { "São Paulo", "America/Sao_Paulo" }, { "Zürich", "Europe/Zurich" },
  { "Nairobi", "Africa/Nairobi" }, { "Mumbai", "Asia/Kolkata" }, { "Tokyo", "Asia/Tokyo" },
}
local now = time_now("minute")
local columns = page.upright and 2 or 3
local lines = 6 // columns
local gap = px(14)
local width = (page.inner - (columns - 1) * gap) // columns
local height = (page.bottom - page.top - px(16) - (lines - 1) * gap) // lines

local boxes = {}
for n, city in ipairs(CITIES) do
  local hour = tonumber(time_format(now, "%H", city[2]))
  boxes[n] = {
    x = page.margin + (n - 1) % columns * (width + gap), y = page.top + px(16) + (n - 1) // columns * (height + gap),
    night = hour < 7 or hour >= 20, name = city[1], time = time_format(now, "%H:%M", city[2]), day = time_format(now, "%A", city[2]),
  }
end

return {
  data = {
    page = page, boxes = boxes, width = width, height = height, edge = px(2), size = px(72),
    name_y = px(34), time_y = height // 2 + px(30), day_y = height - px(16), pad = px(14),
  },
  refresh_at = now + 60,
}
