-- A test page for panels: inks, ramps between them, fine lines, checkerboards and font sizes.
-- Lines and checkerboards are in pixels of the panel, not in units of the design.

local grid = require("lib/page")
local page, px, round = grid.page, grid.px, grid.round
local width_of = require("lib/text").width_of

local margin = px(28)
local left, right = margin, page.width - margin
local inner = right - left
local gap = px(22)

-- Brightness of an ink, from 0 to 255.
local function light_of(hex)
  local r, g, b = tonumber(hex:sub(2, 3), 16), tonumber(hex:sub(4, 5), 16), tonumber(hex:sub(6, 7), 16)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b, r == g and g == b
end

-- The inks from dark to light, greys before colours.
local inks = {}
for index, hex in ipairs(layout.colors) do
  local light, is_grey = light_of(hex)
  inks[index] = { hex = hex, light = light, is_grey = is_grey }
end
table.sort(inks, function(a, b)
  if a.is_grey ~= b.is_grey then return a.is_grey end
  if a.light ~= b.light then return a.light < b.light end
  return a.hex < b.hex
end)

local y = margin + px(22)
local title = { y = y, rule_y = y + px(12) }

-- Swatches: whole pixels that add up to the width of the page.
local swatch_top, swatch_height = title.rule_y + px(16), px(page.upright and 70 or 46)
local swatches = {}
for index, entry in ipairs(inks) do
  local from = left + inner * (index - 1) // #inks
  local to = left + inner * index // #inks
  local room = to - from
  swatches[index] = {
    x = from,
    width = to - from,
    hex = entry.hex,
    middle = (from + to) // 2,
    -- The three pairs of digits of a grey are equal, so one pair is enough where there is no room for three.
    label = room >= px(58) and entry.hex:upper() or room >= px(20) and entry.is_grey and entry.hex:sub(2, 3):upper() or nil,
  }
end
local labels_y = swatch_top + swatch_height + px(17)

-- Ramps: smooth from black to white, then from each colour to white.
local ramp_top, ramp_height, ramp_gap = labels_y + px(11), px(19), px(3)
local ramps = { { id = "ramp1", from = "#000000", to = "#ffffff" } }
for _, entry in ipairs(inks) do
  if not entry.is_grey and #ramps < 4 then
    ramps[#ramps + 1] = { id = "ramp" .. #ramps + 1, from = entry.hex, to = "#ffffff" }
  end
end
if #ramps == 1 then
  -- Sixteen steps: as many of them as can be distinguished, so many greys the panel really shows.
  local steps = {}
  for index = 0, 15 do
    local from, to = left + inner * index // 16, left + inner * (index + 1) // 16
    local level = ("%02x"):format(index * 17)
    steps[index + 1] = { x = from, width = to - from, fill = "#" .. level:rep(3) }
  end
  ramps[2] = { steps = steps }
end
for index, ramp in ipairs(ramps) do ramp.y = ramp_top + (index - 1) * (ramp_height + ramp_gap) end
local body_top = ramps[#ramps].y + ramp_height + px(18)

-- Three columns; on a portrait panel the text is below the two others.
local bottom = page.height - margin
local column = page.upright and (inner - gap) // 2 or (inner - 2 * gap) // 10 * 3
local first, second = left, left + column + gap
local figures_height = page.upright and px(240) or bottom - body_top

-- Two rows of patterns: the lower one is as high as its rings are wide, the upper one takes the rest.
local diameter = math.min((figures_height - px(30)) // 2, (column - px(12)) // 2)
local upper = { y = body_top + px(20), height = figures_height - px(30) - diameter }
local lower = { y = upper.y + upper.height + px(10), height = diameter }
local third = (column - 2 * px(10)) // 3

-- Lines of 1, 2 and 3 pixels, with gaps that grow by a pixel: horizontal, then vertical.
local lines = {}
for index, thickness in ipairs({ 1, 2, 3 }) do
  local x = first + (index - 1) * (third + px(10))
  local at, step = 0, thickness
  while at + thickness <= math.max(upper.height, third) do
    if at + thickness <= upper.height then
      lines[#lines + 1] = { x = x, y = upper.y + at, width = third, height = thickness }
    end
    if at + thickness <= third then
      lines[#lines + 1] = { x = x + at, y = lower.y, width = thickness, height = lower.height }
    end
    at = at + thickness + step
    step = math.min(step + 1, thickness + px(7))
  end
end

-- Checkerboards of 1, 2 and 4 pixels beside the first lines; rings and a fan of lines beside the second.
local checks = {}
for index, cell in ipairs({ 1, 2, 4 }) do
  checks[index] = {
    id = "check" .. cell,
    cell = cell,
    x = second + (index - 1) * (third + px(10)),
    y = upper.y,
    width = third // (2 * cell) * 2 * cell,
    height = upper.height // (2 * cell) * 2 * cell,
  }
end
local radius = diameter // 2
local rings = { x = second + radius, y = lower.y + radius, radii = {} }
for index = 0, 4 do rings.radii[index + 1] = round(radius - page.hair - index * radius / 5) end
-- Moved by half the width of a line, so that the horizontal and the vertical line are crisp.
local fan = { x = second + column - diameter + page.hair / 2, y = lower.y + diameter - page.hair / 2, lines = {} }
for index = 0, 6 do
  local angle = math.rad(index * 15)
  local reach = diameter - page.hair
  fan.lines[index + 1] = {
    x = ("%.1f"):format(fan.x + reach * math.cos(angle)),
    y = ("%.1f"):format(fan.y - reach * math.sin(angle)),
  }
end

-- Font sizes in pixels of the panel. Each small size has a line of its own; of the large ones as many share a line as fit.
local text_x = page.upright and left or second + column + gap
local text_width = right - text_x
local baseline = page.upright and body_top + figures_height + px(18) or body_top
local samples = {}
local SENTENCE = { "Quick", "zephyrs", "blow,", "vexing", "daft", "Jim:", "0123456789" }
for _, size in ipairs({ 7, 8, 9, 10, 11, 12, 14, 16 }) do
  baseline = baseline + round(size * 1.24)
  local line = tostring(size)
  for _, word in ipairs(SENTENCE) do
    if width_of(line .. " " .. word, size) > text_width then break end
    line = line .. " " .. word
  end
  samples[#samples + 1] = { x = text_x, y = baseline, size = size, text = line }
end
local row = {}
local function end_row()
  local tallest = row[#row] and row[#row].size or 0
  baseline = baseline + round(tallest * 1.2)
  if baseline + tallest * 0.25 > bottom + px(4) then return false end
  for _, sample in ipairs(row) do
    sample.y = baseline
    samples[#samples + 1] = sample
  end
  row = {}
  return true
end
local x = text_x
for _, size in ipairs({ 20, 24, 28, 32, 40, 48, 56, 64, 80, 96 }) do
  local word = size .. " Rag"
  local width = width_of(word, size)
  if x > text_x and x + width > right then
    if not end_row() then break end
    x = text_x
  end
  row[#row + 1] = { x = x, size = size, text = word }
  x = x + width + round(size * 0.6)
end
end_row()

-- If there is room below: the other font families, and white text on black.
local FAMILIES = { { "serif", 400 }, { "serif", 700 }, { "sans-serif", 700 }, { "monospace", 400 } }
local families = {}
for index, family in ipairs(FAMILIES) do
  local y = baseline + px(10) + index * px(24)
  if y < bottom then
    families[index] = { x = text_x, y = y, family = family[1], weight = family[2], text = "Hamburgefonts 01234" }
  end
end
local reverse
local reverse_y = baseline + px(10) + #FAMILIES * px(24) + px(18)
if reverse_y + px(60) < bottom then
  reverse = { x = text_x, y = reverse_y, width = text_width, height = bottom - reverse_y, lines = {} }
  local at = reverse_y + px(4)
  for _, size in ipairs({ 9, 10, 12, 14, 16, 20, 26, 32, 40, 52, 64 }) do
    at = at + round(size * 1.3)
    if at + px(10) > bottom then break end
    reverse.lines[#reverse.lines + 1] = { x = text_x + px(10), y = at, size = size, text = size .. " White on black" }
  end
end

return {
  data = {
    page = page,
    left = left,
    right = right,
    inner = inner,
    title = title,
    facts = ("%d × %d, %d inks"):format(page.width, page.height, #layout.colors),
    swatch_top = swatch_top,
    swatch_height = swatch_height,
    swatches = swatches,
    labels_y = labels_y,
    ramps = ramps,
    ramp_height = ramp_height,
    captions_y = body_top + px(12),
    first = first,
    second = second,
    lines = lines,
    checks = checks,
    rings = rings,
    fan = fan,
    families = families,
    family_size = page.body,
    reverse = reverse,
    samples = samples,
  },
  refresh_rate = 86400,
}
