-- The page of a screen: its grid, its sizes of type and its inks, in whole pixels of the panel.
--
--   local page = require("lib/page").new(layout)
--   page.px(20)        20 units of the 800 x 480 design, in pixels of this panel
--   page.table         the same facts as a plain table, to hand to the template
--
-- A panel is 800 units long and 480 wide at least; panels of another shape have more room in one direction, and
-- an upright panel has the two exchanged.

local Page = {}

local function round(n) return math.floor(n + 0.5) end

-- Red, green and blue of "#rrggbb", and how bright it is, from 0 to 255 (BT.709).
local function split(ink)
  local r, g, b = tonumber(ink:sub(2, 3), 16), tonumber(ink:sub(4, 5), 16), tonumber(ink:sub(6, 7), 16)
  return r, g, b, 0.2126 * r + 0.7152 * g + 0.0722 * b
end

-- The grey of the palette that is nearest to `level` and lies between `low` and `high`, else the fallback.
local function grey_near(inks, level, low, high, fallback)
  local best, distance = fallback, math.huge
  for _, ink in ipairs(inks) do
    local r, g, b = split(ink)
    local off = math.abs(r - level)
    if r == g and g == b and r >= low and r <= high and off < distance then best, distance = ink, off end
  end
  return best
end

-- The most colourful ink for which `is_wanted(red, green, blue)` holds, or nil.
local function colour_where(inks, is_wanted)
  local best, most = nil, 60
  for _, ink in ipairs(inks) do
    local r, g, b = split(ink)
    local colourful = math.max(r, g, b) - math.min(r, g, b)
    if colourful > most and is_wanted(r, g, b) then best, most = ink, colourful end
  end
  return best
end

-- Text and thin lines take inks that the panel has: everything else would be dithered into speckle.
local function choose_inks(inks)
  local paper, text = inks[1], inks[1]
  for _, ink in ipairs(inks) do
    local _, _, _, light = split(ink)
    local _, _, _, lightest = split(paper)
    local _, _, _, darkest = split(text)
    if light > lightest then paper = ink end
    if light < darkest then text = ink end
  end
  local red = colour_where(inks, function(r, g, b) return r > 1.6 * g and r > 1.6 * b end)
  local blue = colour_where(inks, function(r, g, b) return b > 1.2 * r and b > 1.2 * g end)
  local yellow = colour_where(inks, function(r, g, b) return r > 1.6 * b and g > 1.2 * b and r <= 2.4 * g end)
  return {
    paper = paper,
    text = text,
    soft = grey_near(inks, 0x55, 0x30, 0x77, text),
    line = grey_near(inks, 0xaa, 0x77, 0xcc, text),
    tint = grey_near(inks, 0xdd, 0xcc, 0xee, paper),
    accent = red or blue or text,
    has_accent = red ~= nil or blue ~= nil,
    sun = yellow or paper,
    rain = blue or grey_near(inks, 0x55, 0x30, 0x77, text),
  }
end

function Page.new(layout)
  local width, height = layout.width, layout.height
  local unit = math.min(math.max(width, height) / 800, math.min(width, height) / 480)
  local function px(units) return round(units * unit) end
  local margin = px(36)
  local facts = {
    width = width,
    height = height,
    margin = margin,
    right = width - margin,
    bottom = height - margin,
    inner = width - 2 * margin,
    -- Thickness of fine and heavy rules.
    hair = math.max(1, px(1)),
    bar = math.max(2, px(3)),
    -- The sizes of type that all screens share.
    caption = px(15),
    body = px(19),
    lead = px(26),
    title = px(38),
    ink = choose_inks(layout.colors),
  }
  local page = { px = px, unit = unit, upright = height > width, table = facts }
  return setmetatable(page, { __index = facts })
end

Page.round = round

return Page
