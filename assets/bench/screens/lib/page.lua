-- The page layout: grid, font sizes and inks. Every screen of this repo starts with
--
--   local grid = require("lib/page")
--   local page, px = grid.page, grid.px
--
-- and passes `page` to its template, where partials/frame.svg uses it.

local function round(number) return math.floor(number + 0.5) end

-- Lengths are given for a panel of 800 x 480 (or 480 x 800): px(12) is 12 pixels there, and 28 on a panel of 1872 x 1404.
-- Whole pixels keep lines and letters crisp.
local function px(units) return round(units * layout.scale) end

-- A panel shows only its inks; other colours are mixed from dots (dithered). That is fine for areas, but makes text and
-- thin lines ragged. So look for an ink that is close to a colour, and use black if the panel has none.
local function ink_where(is_wanted)
  for _, ink in ipairs(layout.colors) do
    local r, g, b = ink:match("^#(%x%x)(%x%x)(%x%x)$")
    if is_wanted(tonumber(r, 16), tonumber(g, 16), tonumber(b, 16)) then return ink end
  end
end
local function grey_between(low, high)
  return ink_where(function(r, g, b) return r == g and g == b and r >= low and r <= high end)
end
local red = ink_where(function(r, g, b) return r > 140 and g < 90 and b < 90 end)
local blue = ink_where(function(r, g, b) return b > 110 and r < 110 and g < 130 end)
local yellow = ink_where(function(r, g, b) return r > 180 and g > 150 and b < 110 end)
local green = ink_where(function(r, g, b) return g > 90 and r < 110 and b < 110 end)
local soft = grey_between(0x50, 0x6f) or grey_between(0x40, 0x4f) or "#000000"

local page = {
  width = layout.width,
  height = layout.height,
  upright = layout.portrait,
  margin = px(32),
  right = layout.width - px(32),
  bottom = layout.height - px(28),
  inner = layout.width - 2 * px(32),
  hair = math.max(1, px(1)),
  -- Font sizes, from a caption to the title of the page. Text below ten pixels cannot be read.
  caption = math.max(10, px(14)),
  body = math.max(11, px(18)),
  lead = px(24),
  title = px(34),
  -- Inks.
  paper = "#ffffff",
  ink = "#000000",
  soft = soft,
  line = grey_between(0x88, 0xbb) or "#000000",
  fill = grey_between(0x99, 0xcc) or yellow or soft,
  accent = red or blue or "#000000",
  second = blue or green or soft,
  -- On a panel with two inks the soft edges of letters would be dithered too, so use hard edges.
  edges = layout.grey_count < 4 and "crispEdges" or "auto",
  letters = layout.grey_count < 4 and "optimizeSpeed" or "auto",
  -- With hard edges, thin strokes of small letters can disappear between two pixels. Bold strokes are wider than a pixel.
  weight = layout.grey_count < 4 and layout.scale < 1 and 600 or 400,
}

-- The header of a page: a title on the left, a note on the right, a line below. `page.top` is where the content starts.
local metrics = require("lib/text")
local function header(title, remark)
  local y = px(32) + px(26)
  page.top = y + px(14)
  local remark_width = remark and metrics.width_of(remark, page.body) + px(24) or 0
  page.header = {
    y = y,
    rule_y = page.top,
    -- The title is in the serif font, which is a little wider than the sans-serif that is measured.
    title = metrics.fit(title, page.title * metrics.SERIF, page.inner - remark_width),
    remark = remark,
  }
end

-- A message in place of the page, when there is nothing to show. It contains no time, so that the picture does not change
-- and a device that is offline all night need not load it again.
local function note(title, hint, refresh_seconds)
  local middle = ((page.top or 0) + page.height) // 2
  page.note = { title = title, title_y = middle, hint = hint, hint_y = middle + px(30) }
  return { data = { page = page }, refresh_rate = refresh_seconds }
end

return { page = page, px = px, round = round, header = header, note = note }
