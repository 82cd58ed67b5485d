-- A departure board: a table whose rows move up every minute.
local grid = require("lib/page")
local page, px = grid.page, grid.px
local metrics = require("lib/text")
local feed = require("lib/feed")

grid.header(params.station, "Departures")
local lines = feed.json("/departures", { station = params.station }, 30).lines

-- Each line leaves every few minutes: the departures of the next hour and a half, in order.
local now = time_now("minute") // 60
local departures = {}
for _, line in ipairs(lines) do
  local first = now + (line.offset - now) % line.every
  for minute = first, now + 90, line.every do
    departures[#departures + 1] = { minute = minute, line = line }
  end
end
table.sort(departures, function(a, b)
  if a.minute ~= b.minute then return a.minute < b.minute end
  return a.line.line < b.line.line
end)

local height = px(39)
local x = { badge = page.margin + px(84), to = page.margin + px(166), platform = page.right - px(88) }
local rows = {}
for n, departure in ipairs(departures) do
  local top = page.top + px(10) + (n - 1) * height
  if top + height > page.bottom + px(10) then break end
  local line = departure.line
  rows[n] = {
    y = top + px(27), badge_y = top + px(5), rule_y = n > 1 and top or nil,
    time = time_format(departure.minute * 60, "%H:%M", "UTC"),
    line = line.line, outlined = #line.line > 2,
    to = metrics.fit(line.to, px(22), x.platform - x.to - px(16)),
    platform = line.platform,
    delay = line.delay > 0 and "+" .. line.delay or nil,
  }
end

return { data = { page = page, rows = rows, x = x, size = px(22), badge = { width = px(66), height = px(29), edge = px(2) } } }
