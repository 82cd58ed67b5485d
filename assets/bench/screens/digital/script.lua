-- The time, the date, and how much of the day is over.
local grid = require("lib/page")
local page, px = grid.page, grid.px

local now = time_now("minute")
local minutes = tonumber(time_format(now, "%H", params.zone)) * 60 + tonumber(time_format(now, "%M", params.zone))
local size = page.upright and px(176) or px(264)
local middle = page.height // 2

return {
  data = {
    page = page, time = time_format(now, "%H:%M", params.zone), size = size, y = middle + px(54),
    date = time_format(now, "%A, %-d %B", params.zone), date_y = middle + px(132), date_size = page.upright and px(30) or px(40),
    week = "Week " .. tonumber(time_format(now, "%V", params.zone)), week_y = px(58),
    zone = params.zone, bar = { y = page.height - px(14), height = px(14), width = page.width * minutes // 1440 },
  },
  refresh_at = now + 60,
}
