-- What a display shows until it has a screen of its own: who it is, how it does, and what comes next.

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

-- Where the light comes from: from the upper left, towards the viewer.
local LIGHT = { -0.52, -0.58, 0.63 }
local GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))

-- A ball drawn with dots alone, as one SVG path: what this server does to every picture. The dots are set like the
-- seeds of a sunflower; `pitch` is their mean distance. All lengths are in pixels.
local function ball(center_x, center_y, radius, pitch)
  local path = {}
  local count = round(math.pi * radius * radius / (pitch * pitch))
  for seed = 0, count - 1 do
    local away, angle = math.sqrt((seed + 0.5) / count), seed * GOLDEN_ANGLE
    local x, y = away * math.cos(angle), away * math.sin(angle)
    local z = math.sqrt(1 - away * away)
    local light = math.max(0, x * LIGHT[1] + y * LIGHT[2] + z * LIGHT[3])
    -- Dots cover the area that light leaves.
    local dot = pitch * math.sqrt((1 - light) * 0.78 / math.pi)
    if dot > 0.45 then
      path[#path + 1] = ("M%.1f %.1fa%.2f %.2f 0 1 0 %.2f 0a%.2f %.2f 0 1 0 %.2f 0z"):format(
        center_x + x * (radius - dot) - dot, center_y + y * (radius - dot), dot, dot, 2 * dot, dot, dot, -2 * dot)
    end
  end
  return table.concat(path)
end

-- What is known of the device; what is not known is left out.
local facts = {}
local function add(label, value, extra)
  if value == nil then return end
  local fact = extra or {}
  fact.label, fact.value = label, tostring(value)
  facts[#facts + 1] = fact
end

-- A lithium cell is full at 4.2 V and empty at 3.3 V, roughly.
local function charge()
  if device.percent_charged then return math.max(0, math.min(device.percent_charged / 100, 1)) end
  if device.battery_voltage then return math.max(0, math.min((device.battery_voltage - 3.3) / 0.9, 1)) end
  return nil
end

-- Four bars from -55 dBm up, none below -85.
local function bars()
  if not device.rssi or device.rssi >= 0 then return nil end
  return math.max(0, math.min((device.rssi + 95) // 10, 4))
end

if device.battery_voltage then
  add("Battery", ("%.2f V"):format(device.battery_voltage), { charge = charge() })
elseif device.percent_charged then
  add("Battery", ("%d %%"):format(round(device.percent_charged)), { charge = charge() })
end
if device.rssi then add("Signal", (tostring(device.rssi):gsub("^%-", "−")) .. " dBm", { bars = bars() }) end
add("Panel", ("%d × %d"):format(page.width, page.height))
add("Inks", layout.has_color and ("%d colours"):format(layout.color_count)
  or layout.color_count == 2 and "Black and white" or ("%d greys"):format(layout.color_count))
add("Firmware", device.firmware_version)
add("Address", device.mac)

local code = not device.registered and (device.registration_code_hyphenated or device.registration_code) or nil

local header_y = page.margin + px(28)
local view = { facts = facts, header_y = header_y }

-- Facts in a grid at the foot of the page.
local columns = page.upright and 2 or 3
local column = page.inner / columns
local rows = (#facts + columns - 1) // columns
local step = px(50)
local facts_top = page.bottom - rows * step + px(6)
for index, fact in ipairs(facts) do
  fact.x = round(page.margin + (index - 1) % columns * column)
  fact.y = facts_top + (index - 1) // columns * step + px(14)
  fact.value_y = fact.y + px(23)
  fact.value = fit(fact.value, page.body, column - px(8))
  local after = fact.x + round(width_of(fact.value, page.body)) + px(12)
  if fact.charge then
    fact.battery = { x = after, y = fact.value_y - px(13), width = px(26), height = px(13), level = 0 }
    fact.battery.level = round((fact.battery.width - 4 * page.hair) * fact.charge)
  end
  if fact.bars then
    fact.signal = {}
    for bar = 1, 4 do
      local height = px(1 + 3 * bar)
      fact.signal[bar] = {
        x = after + (bar - 1) * px(6), y = fact.value_y - height, width = px(4), height = height, is_on = bar <= fact.bars,
      }
    end
  end
end
view.rule_y = facts_top - px(12)

-- A few lines of text, one below the other.
local function lay_lines(lines, y, room)
  local laid = {}
  for index, line in ipairs(lines) do
    laid[index] = { y = y + (index - 1) * px(27), text = fit(line, page.body, room), is_code = line:sub(1, 2) == "  " }
    laid[index].x = page.margin + px(11) * #(line:match("^ *"))
  end
  return laid
end

-- On an upright panel the ball fills what the text leaves free.
local function ball_below(y)
  local radius = round(math.min((view.rule_y - y - px(56)) / 2, px(130)))
  return ball(page.width // 2, round((y + view.rule_y) / 2), radius, px(11))
end

if code then
  -- The code as wide as the page: it is read from across the room and typed in at a desk.
  local size = round(math.min(page.inner / (#code * 0.6), px(150)))
  local steps = page.upright and {
    "This display is new. To give it a screen,",
    "add this code under “devices” in the",
    "configuration, or assign it through",
    "the admin API.",
  } or {
    "This display is new. To give it a screen, add this code under “devices”",
    "in the configuration, or assign it through the admin API.",
  }
  local figures = round(size * 0.66)
  local block = px(28) + figures + px(20) + #steps * px(27)
  local space = header_y + px(36)
  local top = page.upright and space or space + (view.rule_y - space - block) // 2
  view.title = "Welcome to Stipple"
  view.caption = { y = top + px(12), text = "Registration code" }
  view.code = { text = code, size = size, y = top + px(30) + figures }
  view.lines = lay_lines(steps, view.code.y + px(46), page.inner)
  local radius = px(44)
  view.ball = page.upright and ball_below(view.lines[#steps].y)
    or ball(page.right - radius, page.margin + radius - px(12), radius, px(5))
else
  local radius = round(math.min((view.rule_y - page.margin) * 0.42, px(150)))
  local room = page.upright and page.inner or page.inner - 2 * radius - px(24)
  local steps = {
    "Connected to Stipple, and ready for a screen.",
    "Give it one in the configuration:",
    "",
    "  devices:",
    ('    "%s":'):format(device.mac or "its address"),
    "      screen: clock",
  }
  view.title = fit(device.name or "Welcome", page.title * SERIF, room)
  view.lines = lay_lines(steps, header_y + px(48), room)
  view.ball = page.upright and ball_below(view.lines[#steps].y)
    or ball(page.right - radius, round((page.margin + view.rule_y - px(12)) / 2), radius, px(11))
end

return {
  data = { page = page, view = view },
  refresh_rate = 300,
}
