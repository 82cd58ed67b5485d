-- A QR code for a guest network. Shows `qr_svg`, secret params, and a page that changes only with its params.

local grid = require("lib/page")
local page, px = grid.page, grid.px
local metrics = require("lib/text")

local ssid, password = params.ssid or "", params.password or ""

-- Without a network, show which param is missing in the config instead of an error.
if ssid == "" then
  return grid.note("Which network?", "Set the params ssid and password of this screen.", 3600)
end

-- The text that phones read as a network. Five characters have a special meaning in it and are escaped.
local function escape(text) return (text:gsub('[\\;,:"]', "\\%0")) end
local security = password == "" and "nopass" or params.security
local wifi = "WIFI:T:" .. security .. ";S:" .. escape(ssid) .. ";P:" .. escape(password) .. ";;"

-- The code is a square beside the text, on a portrait panel above it. `qr_svg` rounds its size down so that all modules
-- have the same whole number of pixels, and returns the size of the code.
local room = page.upright and math.min(page.inner, page.height // 2)
  or math.min(page.height - 2 * px(40), math.floor(page.width * 0.5))
local x = page.upright and page.width // 2 or px(40) + room // 2
local y = page.upright and px(40) + room // 2 or page.height // 2
local code, edge = qr_svg(wifi, { x = x, y = y, anchor = "center", size = room, margin = 0 })

local column = {
  x = page.upright and page.width // 2 or x + edge // 2 + px(48),
  anchor = page.upright and "middle" or "start",
}
column.width = page.upright and page.inner or page.width - column.x - px(32)

-- The largest of some font sizes at which a text fits its column; with the smallest one it is cut. The password is
-- monospaced: all letters are 600 thousandths of the font size wide, and l, 1 and I differ.
local function largest(text, sizes, width_of)
  for _, size in ipairs(sizes) do
    if width_of(text, px(size)) <= column.width then return px(size), text end
  end
  local size = px(sizes[#sizes])
  return size, metrics.fit(text, size * 1.15, column.width)
end
local function mono_width(text, size) return math.ceil((utf8.len(text) or #text) * size * 0.6) end

-- The lines below each other, with distances by their font sizes; then all are moved to the middle.
local lines, bottom = {}, 0
local function add(kind, gap, text, size)
  bottom = bottom + px(gap) + size
  lines[#lines + 1] = { kind = kind, text = text, size = size, y = bottom }
end
local function serif_width(text, size) return metrics.width_of(text, size) * metrics.SERIF end

local title_size, title = largest(params.title, { 48, 40, 32, 26 }, serif_width)
add("title", 0, title, title_size)
add("label", 22, "Network", page.body)
local name_size, name = largest(ssid, { 34, 28, 22, 18 }, metrics.width_of)
add("name", 4, name, name_size)
if password == "" then
  add("hint", 22, "No password needed", page.body)
elseif params.show_password then
  add("label", 20, "Password", page.body)
  local word_size, word = largest(password, { 30, 24, 20, 16, 13 }, mono_width)
  add("password", 4, word, word_size)
end
add("hint", 26, "Point your camera at the code", page.body)

local below = y + edge // 2
local top = page.upright and below + (page.height - below - bottom) // 2 - px(8) or (page.height - bottom) // 2 - px(6)
for _, line in ipairs(lines) do line.y = line.y + top end

return { data = { page = page, code = code, column = column, lines = lines } }
