-- A month as a grid, and what is next beside it.
local grid = require("lib/page")
local page, px = grid.page, grid.px
local metrics = require("lib/text")
local feed = require("lib/feed")

local events = feed.json("/agenda", { who = params.who }).events
local now = time_now("day", "UTC")
grid.header(time_format(now, "%B %Y", "UTC"), params.who)

-- 1. The month -----------------------------------------------------------------------------------------------------

local today = tonumber(time_format(now, "%-d", "UTC"))
local first = now - (today - 1) * 86400
local offset = tonumber(time_format(first, "%u", "UTC")) - 1
local month = time_format(now, "%m", "UTC")
local busy = {}
for _, event in ipairs(events) do busy[today + event.day] = true end

local cell = page.upright and page.inner // 7 or px(50)
local line = page.upright and px(52) or (page.bottom - page.top - px(40)) // 6
local days, names = {}, {}
for n, name in ipairs({ "M", "T", "W", "T", "F", "S", "S" }) do names[n] = { x = page.margin + (n - 1) * cell + cell // 2, text = name } end
for day = 1, 31 do
  if time_format(first + (day - 1) * 86400, "%m", "UTC") ~= month then break end
  local place = offset + day - 1
  local x, y = page.margin + place % 7 * cell, page.top + px(36) + place // 7 * line
  days[day] = { x = x + cell // 2, y = y + line * 62 // 100, text = tostring(day), today = day == today, busy = busy[day], weekend = place % 7 > 4, box_x = x, box_y = y, dot_y = y + line * 84 // 100 }
end

-- 2. What is next --------------------------------------------------------------------------------------------------

local x = page.upright and page.margin or page.margin + 7 * cell + px(40)
local y = page.upright and page.top + px(60) + 6 * line or page.top + px(16)
local rows = {}
for _, event in ipairs(events) do
  if y + px(54) > page.bottom + px(6) then break end
  rows[#rows + 1] = {
    y = y + px(18), title_y = y + px(44), time = event.time,
    day = event.day == 0 and "Today" or event.day == 1 and "Tomorrow" or time_format(now + event.day * 86400, "%a %-d", "UTC"),
    title = metrics.fit(event.title, px(22), page.right - x),
  }
  y = y + px(60)
end

return {
  data = {
    page = page, names = names, names_y = page.top + px(28), days = days, cell = cell, line = line, size = px(20), rows = rows, x = x,
    title = px(22), dot = px(3), rule = not page.upright and { x = x - px(20), y = page.top + px(16), height = page.bottom - page.top - px(16) } or nil,
  },
}
