-- A sky whose light follows the hour, the temperature as a curve, rain as bars, and the next days.
local grid = require("lib/page")
local page, px, round = grid.page, grid.px, grid.round
local metrics = require("lib/text")
local charts = require("lib/charts")
local feed = require("lib/feed")

local answer = feed.json("/forecast", { city = params.city }, 600)
local now = time_now("hour", "UTC")
local hour = tonumber(time_format(now, "%H", "UTC"))

local sky = { height = page.height * 44 // 100 }
-- The sun goes from left to right between six and twenty o'clock; at night the sky is dark.
local sun = math.max(0, math.min(1, (hour - 6) / 14))
sky.night = hour < 6 or hour >= 20
sky.sun_x, sky.sun_y = round(page.width * (0.15 + 0.7 * sun)), round(sky.height * (0.85 - 0.6 * math.sin(sun * math.pi)))
if sky.night then sky.sun_x, sky.sun_y = page.width * 70 // 100, sky.height * 36 // 100 end
sky.radius = px(34)
sky.hill = string.format("M0 %d C%d %d %d %d %d %d S%d %d %d %d V%d H0Z", sky.height * 80 // 100,
  page.width * 20 // 100, sky.height * 55 // 100, page.width * 35 // 100, sky.height * 98 // 100, page.width * 55 // 100, sky.height * 82 // 100,
  page.width * 85 // 100, sky.height * 60 // 100, page.width, sky.height * 78 // 100, sky.height)

local days_width = page.upright and page.inner or px(190)
local plot = {
  x = page.margin + px(34), y = sky.height + px(28),
  width = (page.upright and page.inner or page.inner - days_width - px(40)) - px(34),
  height = (page.upright and px(170) or page.bottom - sky.height - px(54)),
}
local range = charts.axis(answer.hours, 3)
for _, tick in ipairs(range.ticks) do tick.y = round(charts.height_of(tick.value, range, plot)) end
local rain = charts.bars(answer.rain, { low = 0, high = 6 }, plot, 0.5)
local drops = {}
for n, bar in ipairs(rain) do if answer.rain[n] > 0 then drops[#drops + 1] = bar end end
local labels = {}
for n = 0, 18, 6 do labels[#labels + 1] = { x = round(plot.x + n * plot.width / 23), text = string.format("%d:00", n) } end

local days = {}
local days_x = page.upright and page.margin or page.right - days_width
local days_y = page.upright and plot.y + plot.height + px(62) or sky.height + px(50)
for n, day in ipairs(answer.days) do
  days[n] = {
    y = days_y + (n - 1) * (page.upright and px(38) or (page.bottom - days_y) // 3), low = day.low .. "°", high = day.high .. "°",
    name = n == 1 and "Today" or time_format(now + (n - 1) * 86400, "%a", "UTC"),
    bar = math.max(px(4), (day.high - day.low) * px(5)),
  }
end

local temperature = round(answer.hours[hour + 1]) .. "°"
return {
  data = {
    page = page, sky = sky, plot = plot, ticks = range.ticks, rain = drops, labels = labels, labels_y = plot.y + plot.height + px(22),
    curve = charts.line(answer.hours, range, plot), stroke = math.max(2, px(3)), days = days, days_x = days_x, days_right = days_x + days_width,
    plate = { x = page.margin, y = px(32), width = math.max(metrics.width_of(params.city, px(26)), px(110)) + px(36), height = px(128) },
    city = params.city, city_y = px(66), city_size = px(26), temperature = temperature, temperature_y = px(140), temperature_size = px(76),
    text_x = page.margin + px(18), size = px(21),
  },
}
