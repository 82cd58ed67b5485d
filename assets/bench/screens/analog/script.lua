-- A dial with sixty marks and two hands, and the date beside it.
local grid = require("lib/page")
local page, px = grid.page, grid.px

local now = time_now("minute")
local hour, minute = tonumber(time_format(now, "%H", "UTC")), tonumber(time_format(now, "%M", "UTC"))
local radius = (page.upright and page.inner // 2 or page.height // 2 - px(28))
local x = page.upright and page.width // 2 or page.margin + radius
local y = page.upright and px(56) + radius or page.height // 2

local marks = {}
for n = 0, 59 do
  local long = n % 5 == 0
  marks[n + 1] = { angle = n * 6, length = long and px(26) or px(10), width = long and px(8) or px(3) }
end

local text_x = page.upright and page.width // 2 or (x + radius + page.width) // 2
local text_y = page.upright and y + radius + px(80) or page.height // 2 - px(36)
return {
  data = {
    page = page, x = x, y = y, radius = radius, marks = marks, rim = px(6),
    hour = { angle = (hour % 12) * 30 + minute / 2, length = radius * 55 // 100, width = px(14) },
    minute = { angle = minute * 6, length = radius * 84 // 100, width = px(8) },
    hub = px(13), text_x = text_x, size = px(38),
    lines = {
      { y = text_y, size = px(38), weight = 600, text = time_format(now, "%A", "UTC") },
      { y = text_y + px(82), size = px(84), weight = 600, text = time_format(now, "%-d", "UTC") },
      { y = text_y + px(128), size = px(30), weight = page.weight, text = time_format(now, "%B", "UTC") },
    },
  },
  refresh_at = now + 60,
}
