-- The page layout of the built-in screens: grid, font sizes and inks, in whole pixels of the panel.
--
--   local grid = require("lib/page")
--   local page, px = grid.page, grid.px     the page as a plain table for the template; a function from units to pixels

local function round(number) return math.floor(number + 0.5) end

-- A panel is at least 800 x 480 units large, or 480 x 800 in portrait; with another aspect ratio it has more.
local function px(units) return round(units * layout.scale) end

-- Text and thin lines use inks of the panel: other colours would be dithered, which makes them ragged.
local function ink_where(is_wanted)
  for _, ink in ipairs(layout.colors) do
    local red, green, blue = ink:match("^#(%x%x)(%x%x)(%x%x)$")
    if is_wanted(tonumber(red, 16), tonumber(green, 16), tonumber(blue, 16)) then return ink end
  end
end
local function grey_between(low, high)
  return ink_where(function(r, g, b) return r == g and g == b and r >= low and r <= high end)
end
local red = ink_where(function(r, g, b) return r > 140 and g < 90 and b < 90 end)
local blue = ink_where(function(r, g, b) return b > 110 and r < 110 and g < 130 end)
local yellow = ink_where(function(r, g, b) return r > 180 and g > 150 and b < 110 end)
local soft = grey_between(0x50, 0x6f) or "#000000"

local page = {
  width = layout.width,
  height = layout.height,
  upright = layout.portrait,
  margin = px(36),
  right = layout.width - px(36),
  bottom = layout.height - px(36),
  inner = layout.width - 2 * px(36),
  hair = math.max(1, px(1)),
  caption = math.max(9, px(15)),
  body = px(19),
  lead = px(26),
  title = px(38),
  paper = "#ffffff",
  ink = "#000000",
  soft = soft,
  line = grey_between(0xa0, 0xbb), -- rules between rows; nil where they have to be dotted instead
  accent = red or blue or "#000000",
  weekend = red or soft,
  sun = yellow or "#ffffff",
  rain = blue or soft,
  -- With two greys soft edges would be dithered, so hard edges are used for shapes, and for text with `text: plain`.
  edges = layout.grey_count < 4 and "crispEdges" or "auto",
  letters = layout.grey_count < 4 and "optimizeSpeed" or "auto",
}

return { page = page, px = px, round = round }
