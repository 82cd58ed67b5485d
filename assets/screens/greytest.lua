-- A proof sheet for a panel: its inks, ramps between them, fine lines, checks and sizes of type.
-- Lines and checks are measured in pixels of the panel, not in units of the design.

-- The page. These lines are the same in every built-in screen, so that each can be copied and changed on its own.
local function round(number) return math.floor(number + 0.5) end

-- A panel is at least 800 x 480 units large, or 480 x 800 when it stands upright; one of another shape has more.
local long, short = math.max(layout.width, layout.height), math.min(layout.width, layout.height)
local unit = math.min(long / 800, short / 480)
local function px(units) return round(units * unit) end

-- Text and thin lines take inks that the panel has: any other colour would be dithered into speckle.
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
  line = grey_between(0x88, 0xbb) or "#000000",
  accent = red or blue or "#000000",
  weekend = red or soft,
  sun = yellow or "#ffffff",
  rain = blue or soft,
  -- With two greys soft edges would be dithered: hard ones are calmer, for shapes as for letters.
  edges = layout.grey_count < 4 and "crispEdges" or "auto",
  letters = layout.grey_count < 4 and "optimizeSpeed" or "auto",
}

-- Widths of the characters 32 to 126 in the semibold sans-serif, in thousandths of the size of type.
local WIDTHS = {
  200, 315, 482, 513, 513, 841, 639, 275, 324, 324, 438, 513, 275, 322, 275, 344, 513, 513, 513, 513, 513, 513, 513,
  513, 513, 513, 275, 275, 513, 513, 513, 444, 875, 558, 597, 576, 625, 538, 510, 628, 663, 282, 494, 597, 502, 745,
  657, 674, 582, 674, 592, 545, 546, 655, 536, 800, 541, 501, 540, 324, 344, 324, 513, 500, 549, 516, 563, 462, 564,
  507, 317, 520, 558, 262, 263, 522, 271, 843, 560, 549, 564, 564, 373, 431, 361, 556, 495, 748, 481, 495, 443, 324,
  255, 324, 513,
}
local SERIF = 1.1 -- serif letters are wider by so much

-- Other alphabets are taken as a little wider than most letters, those of East Asia as squares.
local function char_width(code)
  if code >= 0x2010 and code <= 0x201f then return 450 end -- dashes and quotation marks
  return WIDTHS[code - 31] or (code < 0x2e80 and 580 or 1000)
end

local function clean(text)
  text = tostring(text)
  return utf8.len(text) and text or (text:gsub("[\128-\255]", "?"))
end
local function width_of(text, size)
  local sum = 0
  for _, code in utf8.codes(clean(text)) do sum = sum + char_width(code) end
  return math.ceil(sum * size / 1000)
end

-- The text, cut with an ellipsis where it is wider than `room` pixels.
local function fit(text, size, room)
  text = clean(text):gsub("%s+", " ")
  if width_of(text, size) <= room then return text end
  local left, last = room * 1000 / size - 840, 0
  for position, code in utf8.codes(text) do
    left = left - char_width(code)
    if left < 0 then break end
    last = utf8.offset(text, 2, position) - 1
  end
  return (text:sub(1, last):gsub("[%s,;:%.%-]+$", "")) .. "…"
end
-- End of the page.

local margin = px(28)
local left, right = margin, page.width - margin
local inner = right - left
local gap = px(22)

-- Brightness of an ink, from 0 to 255.
local function light_of(hex)
  local r, g, b = tonumber(hex:sub(2, 3), 16), tonumber(hex:sub(4, 5), 16), tonumber(hex:sub(6, 7), 16)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b, r == g and g == b
end

-- The inks, dark to light, greys before colours.
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

-- Swatches: whole pixels that add up to the width.
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
    -- Greys have equal pairs of digits, so one pair says it all where there is no room for three.
    label = room >= px(58) and entry.hex:upper() or room >= px(20) and entry.is_grey and entry.hex:sub(2, 3):upper() or nil,
  }
end
local labels_y = swatch_top + swatch_height + px(17)

-- Ramps: smooth from black to white, then each colour to white.
local ramp_top, ramp_height, ramp_gap = labels_y + px(11), px(19), px(3)
local ramps = { { id = "ramp1", from = "#000000", to = "#ffffff" } }
for _, entry in ipairs(inks) do
  if not entry.is_grey and #ramps < 4 then
    ramps[#ramps + 1] = { id = "ramp" .. #ramps + 1, from = entry.hex, to = "#ffffff" }
  end
end
if #ramps == 1 then
  -- Sixteen steps: how many of them can be told apart is how many greys the panel really shows.
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

-- Three columns, or on an upright panel the text below the two others.
local bottom = page.height - margin
local column = page.upright and (inner - gap) // 2 or (inner - 2 * gap) // 10 * 3
local first, second = left, left + column + gap
local figures_height = page.upright and px(240) or bottom - body_top

-- Two rows of figures: the lower one is as high as its rings are wide, the upper one takes the rest.
local diameter = math.min((figures_height - px(30)) // 2, (column - px(12)) // 2)
local upper = { y = body_top + px(20), height = figures_height - px(30) - diameter }
local lower = { y = upper.y + upper.height + px(10), height = diameter }
local third = (column - 2 * px(10)) // 3

-- Lines of 1, 2 and 3 pixels with gaps that grow by a pixel each time: across, then down.
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

-- Checks of 1, 2 and 4 pixels beside the first lines; rings and a fan of lines beside the second.
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
-- Half a line's thickness beside the grid, so that the two straight lines are crisp.
local fan = { x = second + column - diameter + page.hair / 2, y = lower.y + diameter - page.hair / 2, lines = {} }
for index = 0, 6 do
  local angle = math.rad(index * 15)
  local reach = diameter - page.hair
  fan.lines[index + 1] = {
    x = ("%.1f"):format(fan.x + reach * math.cos(angle)),
    y = ("%.1f"):format(fan.y - reach * math.sin(angle)),
  }
end

-- Sizes of type in pixels of the panel. Small ones have a line each; of the large ones as many stand in a line as fit.
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
  local width = round(width_of(word, size))
  if x > text_x and x + width > right then
    if not end_row() then break end
    x = text_x
  end
  row[#row + 1] = { x = x, size = size, text = word }
  x = x + width + round(size * 0.6)
end
end_row()

-- Where there is room below: the other families, and letters on black.
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
  for _, size in ipairs({ 9, 12, 16, 20, 26, 32, 40, 52, 64 }) do
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
