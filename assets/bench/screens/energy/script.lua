-- Two curves over the day, the battery as an arc, and a week of bars.
local grid = require("lib/page")
local page, px, round = grid.page, grid.px, grid.round
local charts = require("lib/charts")
local feed = require("lib/feed")

local answer = feed.json("/energy", { site = params.site })
local now = time_now("hour", "UTC")
local hour = tonumber(time_format(now, "%H", "UTC"))
grid.header(params.site, time_format(now, "%A %H:00", "UTC"))

local side = page.upright and page.inner or px(210)
local wide = page.upright and page.inner or page.inner - side - px(44)
local plot = { x = page.margin + px(30), y = page.top + px(64), width = wide - px(30), height = page.upright and px(190) or page.bottom - page.top - px(92) }
local all = {}
for n = 1, 24 do all[n], all[n + 24] = answer.solar[n], answer.use[n] end
local range = charts.axis(all, 4, true)
for _, tick in ipairs(range.ticks) do tick.y = round(charts.height_of(tick.value, range, plot)) end
local labels = {}
for n = 0, 18, 6 do labels[#labels + 1] = { x = round(plot.x + n * plot.width / 23), text = string.format("%d:00", n) } end

local radius = px(76)
local ring_x = page.upright and page.margin + radius + px(12) or page.right - side // 2
local ring_y = page.upright and plot.y + plot.height + px(136) or page.top + px(112)
local share = answer.battery / 100

local week = {
  x = page.upright and page.margin + 2 * radius + px(70) or page.right - side,
  y = page.upright and ring_y - radius or ring_y + radius + px(52),
}
week.width = page.right - week.x
week.height = page.upright and 2 * radius - px(10) or page.bottom - week.y - px(22)
local week_range = charts.axis(answer.days, 3, true)
local bars = charts.bars(answer.days, week_range, week, 0.62)
local today = tonumber(time_format(now, "%u", "UTC"))
for n, bar in ipairs(bars) do
  bar.label = ({ "M", "T", "W", "T", "F", "S", "S" })[(today + n - 1) % 7 + 1]
  bar.last = n == #bars
end

return {
  data = {
    page = page, plot = plot, ticks = range.ticks, labels = labels, labels_y = plot.y + plot.height + px(24),
    solar = charts.line(answer.solar, range, plot), use = charts.line(answer.use, range, plot), stroke = math.max(2, px(3)),
    now_x = round(plot.x + hour * plot.width / 23), legend_y = page.top + px(40), legend = px(20), swatch = { width = px(30), height = px(6) },
    legend_x = plot.x, use_x = plot.x + px(150), solar_now = string.format("Solar %.1f kW", answer.solar[hour + 1]), use_now = string.format("Use %.1f kW", answer.use[hour + 1]),
    ring = { x = ring_x, y = ring_y, stroke = px(18), track = charts.arc(ring_x, ring_y, radius, -140, 140), arc = charts.arc(ring_x, ring_y, radius, -140, -140 + 280 * math.max(0.02, share)), text_y = ring_y + px(16), number = answer.battery .. " %", size = px(44) },
    bars = bars, bars_y = page.upright and ring_y + radius + px(14) or page.bottom,
  },
}
