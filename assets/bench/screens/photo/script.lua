-- A photo frame: fetches a photo, cuts out its part, and adapts its tones to e-paper.
local grid = require("lib/page")
local page, px = grid.page, grid.px
local feed = require("lib/feed")
local draw = require("lib/draw")

local hour = time_now("hour", "UTC") // 3600
local pick = draw.numbers("frame " .. params.frame .. " " .. hour)
local width = 0.55 + pick(40) / 100
local crop = { x = (1 - width) * pick(100) / 100, y = (1 - width) * pick(100) / 100, width = width, height = width }
local href = image_process(feed.ask("/photo.jpg", {}, 3600), { crop = crop, width = page.width, height = page.height, preset = "eink" })

local caption = "Frame " .. params.frame
return { data = { page = page, photo = href, caption = caption, box = { x = px(20), y = page.height - px(52), width = px(130), height = px(34) }, size = px(19), text_y = page.height - px(29) } }
