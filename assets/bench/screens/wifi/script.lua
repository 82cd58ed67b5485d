-- A QR code for the network of guests, with a password of the day.
local grid = require("lib/page")
local page, px = grid.page, grid.px
local draw = require("lib/draw")

local WORDS = { "anchor", "birch", "copper", "delta", "ember", "fjord", "garnet", "harbour", "indigo", "juniper", "kettle", "lantern" }
local pick = draw.numbers("wifi " .. time_format(time_now("day", "UTC"), "%F", "UTC"))
local password = WORDS[pick(#WORDS)] .. "-" .. WORDS[pick(#WORDS)] .. "-" .. pick(90) + 9

local room = page.upright and page.inner - px(40) or math.min(page.height - 2 * px(56), page.inner * 45 // 100)
local x = page.upright and page.width // 2 or page.margin + px(24) + room // 2
local y = page.upright and px(60) + room // 2 or page.height // 2
local code, edge = qr_svg("WIFI:T:WPA;S:" .. params.ssid .. ";P:" .. password .. ";;", { x = x, y = y, anchor = "center", size = room, margin = 0, ecc = "quartile" })

local text_x = page.upright and page.margin or x + edge // 2 + px(48)
local text_y = page.upright and y + edge // 2 + px(84) or page.height // 2 - px(86)
return {
  data = {
    page = page, code = code, x = text_x, size = px(44), small = px(20),
    lines = {
      { y = text_y, text = "Welcome", kind = "title" },
      { y = text_y + px(58), text = "Network", kind = "label" }, { y = text_y + px(90), text = params.ssid, kind = "value" },
      { y = text_y + px(138), text = "Password", kind = "label" }, { y = text_y + px(170), text = password, kind = "value" },
    },
    value = page.upright and px(30) or px(27),
  },
}
