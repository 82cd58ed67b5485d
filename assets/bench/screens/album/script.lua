-- An album page: four parts of a photo, each processed on its own.
local grid = require("lib/page")
local page, px = grid.page, grid.px
local feed = require("lib/feed")
local draw = require("lib/draw")

local now = time_now("day", "UTC")
grid.header(params.album, time_format(now, "%B", "UTC"))
local bytes = feed.ask("/photo.jpg", {}, 3600)
local pick = draw.numbers(params.album .. " " .. now // 86400)

local columns = 2
local gap, foot = px(24), px(30)
local width = (page.inner - gap) // columns
local height = (page.bottom - page.top - px(18) - 2 * foot - px(4)) // 2
local photos = {}
for n = 1, 4 do
  local part = 0.4 + pick(30) / 100
  local crop = { x = (1 - part) * pick(100) / 100, y = (1 - part) * pick(100) / 100, width = part, height = part }
  local x, y = page.margin + (n - 1) % columns * (width + gap), page.top + px(18) + (n - 1) // columns * (height + foot)
  photos[n] = {
    x = x, y = y, href = image_process(bytes, { crop = crop, width = width, height = height, preset = "eink" }),
    date = time_format(now - pick(40) * 86400, "%-d %B", "UTC"), text_y = y + height + px(20),
  }
end

return { data = { page = page, photos = photos, width = width, height = height } }
