-- A table of figures: name, curve of the last days, value, change. About sixty texts and ten paths.
local grid = require("lib/page")
local page, px, round = grid.page, grid.px, grid.round
local charts = require("lib/charts")
local metrics = require("lib/text")
local draw = require("lib/draw")

local now = time_now("hour", "UTC")
grid.header(params.team, time_format(now, "%-d %b, %H:00", "UTC"))
local pick = draw.numbers(params.team .. " " .. now // 3600)

local FIGURES = {
  { "Orders open", 400 }, { "Orders shipped", 900 }, { "Late", 40 }, { "Returns", 60 }, { "Calls answered", 300 },
  { "Waiting time, s", 90 }, { "Stock, pallets", 700 }, { "Deliveries due", 120 }, { "Sick leave", 9 }, { "Trucks at the ramp", 14 },
}
local columns = {
  curve = page.margin + page.inner * 34 // 100, curve_width = page.inner * 22 // 100,
  week = page.margin + page.inner * 68 // 100, today = page.margin + page.inner * 83 // 100,
}
local top, height = page.top + px(38), px(36)
local rows = {}
for n, figure in ipairs(FIGURES) do
  local y = top + (n - 1) * height
  if y + height > page.bottom + px(8) then break end
  local values, sum = {}, 0
  for day = 1, 14 do
    values[day] = figure[2] * (0.5 + pick(50) / 100)
    sum = sum + values[day]
  end
  local low, high = charts.extent(values)
  local plot = { x = columns.curve, y = y + px(6), width = columns.curve_width, height = height - px(12) }
  local today, mean = values[14], sum / 14
  local change = round((today / mean - 1) * 100)
  rows[n] = {
    y = y + px(25), rule_y = n > 1 and y or nil, name = metrics.fit(figure[1], px(19), columns.curve - page.margin - px(10)), curve = charts.line(values, { low = low, high = high }, plot),
    mean = string.format("%d", round(mean)), today = string.format("%d", round(today)),
    change = string.format("%+d %%", change), strong = math.abs(change) > 20,
  }
end

return {
  data = {
    page = page, rows = rows, x = columns, size = px(19), stroke = math.max(1.5, px(2)), dot = px(3), head_y = page.top + px(26),
  },
}
