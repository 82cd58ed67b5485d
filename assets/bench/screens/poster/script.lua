-- The event of the week: a photo on one side, text on a gradient on the other.
local grid = require("lib/page")
local page, px = grid.page, grid.px
local feed = require("lib/feed")
local draw = require("lib/draw")

local EVENTS = {
  { "Harbour", "concert", "The city wind band" }, { "Winter", "readings", "Four short stories" }, { "Night", "of museums", "Open until two" },
  { "Open", "studios", "Thirty ateliers" }, { "Film", "by the lake", "Bring a blanket" },
}
local week = time_format(time_now("day", "UTC"), "%V", "UTC")
local pick = draw.numbers("poster " .. week)
local event = EVENTS[pick(#EVENTS)]

local split = page.upright and { width = page.width, height = page.height * 52 // 100 } or { width = page.width * 50 // 100, height = page.height }
local href = image_process(feed.ask("/photo.jpg", {}, 3600), { width = split.width, height = split.height, preset = "eink", position = "right" })
local x = page.upright and page.margin or split.width + px(36)
local y = page.upright and split.height or 0
local text = y + px(104)

return {
  data = {
    page = page, photo = href, split = split,
    back = { x = page.upright and 0 or split.width, y = y, width = page.upright and page.width or page.width - split.width, height = page.upright and page.height - split.height or page.height },
    x = x, title = { { text = event[1], y = text }, { text = event[2], y = text + px(60) } }, title_size = px(56),
    what = event[3], what_y = text + px(112), what_size = px(26),
    rule = { y = text + px(140), width = px(96), height = px(6) },
    lines = { { text = "Saturday, " .. 18 + pick(4) .. ":00", y = text + px(192) }, { text = "Old Mill, river side", y = text + px(224) }, { text = "Free entry", y = text + px(256) } },
    size = px(24),
  },
}
