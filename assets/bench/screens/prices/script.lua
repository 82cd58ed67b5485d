-- A chart of 24 bars with a gradient, the present hour filled, and the cheapest hours in words.
local grid = require("lib/page")
local page, px, round = grid.page, grid.px, grid.round
local charts = require("lib/charts")
local feed = require("lib/feed")

local prices = feed.json("/prices", {}, 300)
local hour = tonumber(time_format(time_now("hour", "UTC"), "%H", "UTC"))
local price = prices.hours[hour + 1]
grid.header("Electricity", time_format(time_now("day", "UTC"), "%A, %-d %B", "UTC"))

local order = {}
for n = 1, 24 do order[n] = n end
table.sort(order, function(a, b) return prices.hours[a] < prices.hours[b] end)

local plot = { x = page.margin + px(40), y = page.top + px(112), width = page.inner - px(40), height = page.bottom - page.top - px(142) }
local range = charts.axis(prices.hours, 4, true)
local bars = charts.bars(prices.hours, range, plot, 0.7)
for n, bar in ipairs(bars) do
  bar.now = n == hour + 1
  bar.label = (n - 1) % 3 == 0 and tostring(n - 1) or nil
end
for _, tick in ipairs(range.ticks) do tick.y = round(charts.height_of(tick.value, range, plot)) end

return {
  data = {
    page = page, plot = plot, bars = bars, ticks = range.ticks, labels_y = page.bottom,
    now = string.format("%.1f", price), unit = prices.unit, now_y = page.top + px(76), now_size = px(64),
    low = string.format("lowest at %d:00, %.1f", order[1] - 1, prices.hours[order[1]]),
    high = string.format("highest at %d:00, %.1f", order[24] - 1, prices.hours[order[24]]),
    words_y = page.top + px(48), line = px(27), size = px(20),
  },
}
