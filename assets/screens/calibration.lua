-- A page to measure a panel by: each ink as a large patch with its name, a grey ramp, and a wedge of greys in steps.
-- Nothing but inks stands in the patches, so that a camera sees each as the panel shows it.

local grid = require("lib/page")
local page, px, round = grid.page, grid.px, grid.round
local width_of = require("lib/text").width_of

-- So many patches are large enough to be measured on a small panel.
local MOST_PATCHES = 16
local WEDGE_STEPS = 16

local margin = px(24)
local left, inner = margin, page.width - 2 * margin
local bottom = page.height - margin

local function at_even_distances(places, most)
  if #places <= most then return places end
  local chosen = {}
  for index = 1, most do chosen[index] = places[1 + round((index - 1) * (#places - 1) / (most - 1))] end
  return chosen
end

-- All inks in the order of the panel. Of too many the greys are thinned out first, whose neighbours tell enough of them.
local greys, colours = {}, {}
for place, hex in ipairs(layout.colors) do
  local is_grey = hex:sub(2, 3) == hex:sub(4, 5) and hex:sub(4, 5) == hex:sub(6, 7)
  table.insert(is_grey and greys or colours, place)
end
local shown = at_even_distances(greys, math.max(2, MOST_PATCHES - #colours))
for _, place in ipairs(at_even_distances(colours, MOST_PATCHES - #shown)) do shown[#shown + 1] = place end
table.sort(shown)
local inks = {}
for index, place in ipairs(shown) do inks[index] = { number = place, hex = layout.colors[place] } end
local count = #inks

local title_y = margin + px(20)
local rule_y = title_y + px(11)

-- Below: the ramp and the wedge, each with a caption above it.
local caption_height, band_height = px(20), px(page.upright and 44 or 34)
local wedge_y = bottom - band_height
local ramp_y = wedge_y - caption_height - px(6) - band_height
local captions = {
  { y = ramp_y - px(7), text = "Black to white" },
  { y = wedge_y - px(7), text = WEDGE_STEPS .. " steps" },
}

-- Above: as many columns as make the patches most like squares.
local top = rule_y + px(12)
local height = ramp_y - caption_height - px(10) - top
local gap, label_height = px(8), px(20)
local columns, best = 1, 0
for tried = 1, count do
  local rows = math.ceil(count / tried)
  local wide = (inner - (tried - 1) * gap) / tried
  local high = height / rows - label_height
  local side = math.min(wide, high)
  if side > best then columns, best = tried, side end
end
local rows = math.ceil(count / columns)
local cell_height = height // rows

local patches = {}
for index, ink in ipairs(inks) do
  local column, row = (index - 1) % columns, (index - 1) // columns
  local from = left + (inner + gap) * column // columns
  local to = left + (inner + gap) * (column + 1) // columns - gap
  local y = top + row * cell_height
  local label = ink.number .. " " .. ink.hex
  if width_of(label, page.caption, "monospace") > to - from then label = tostring(ink.number) end
  patches[index] = {
    x = from,
    y = y,
    width = to - from,
    height = cell_height - label_height,
    hex = ink.hex,
    middle = (from + to) // 2,
    label = label,
    label_y = y + cell_height - label_height + px(15),
  }
end

local steps = {}
for index = 0, WEDGE_STEPS - 1 do
  local from, to = left + inner * index // WEDGE_STEPS, left + inner * (index + 1) // WEDGE_STEPS
  steps[index + 1] = { x = from, width = to - from, fill = "#" .. ("%02x"):format(index * 255 // (WEDGE_STEPS - 1)):rep(3) }
end

local facts = ("%d × %d, %d inks"):format(page.width, page.height, #layout.colors)
if count < #layout.colors then facts = facts .. (", %d of them shown"):format(count) end

return {
  data = {
    page = page,
    left = left,
    right = left + inner,
    inner = inner,
    title_y = title_y,
    rule_y = rule_y,
    facts = facts,
    patches = patches,
    captions = captions,
    ramp_y = ramp_y,
    wedge_y = wedge_y,
    band_height = band_height,
    steps = steps,
  },
  refresh_rate = 86400,
}
