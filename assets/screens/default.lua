-- Shown until a display has a screen of its own: its registration code, its state and the next step.

local grid = require("lib/page")
local page, px, round = grid.page, grid.px, grid.round
local metrics = require("lib/text")
local fit, width_of, SERIF = metrics.fit, metrics.width_of, metrics.SERIF

-- Direction of the light: from the upper left, towards the viewer.
local LIGHT = { -0.52, -0.58, 0.63 }
local GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))

-- A ball drawn with dots, as one SVG path: a symbol of dithering. The dots are placed like the seeds of a
-- sunflower; `pitch` is their mean distance. All lengths are in pixels.
local function ball(center_x, center_y, radius, pitch)
  local path = {}
  local count = round(math.pi * radius * radius / (pitch * pitch))
  for seed = 0, count - 1 do
    local away, angle = math.sqrt((seed + 0.5) / count), seed * GOLDEN_ANGLE
    local x, y = away * math.cos(angle), away * math.sin(angle)
    local z = math.sqrt(1 - away * away)
    local light = math.max(0, x * LIGHT[1] + y * LIGHT[2] + z * LIGHT[3])
    -- The less light, the larger the dots.
    local dot = pitch * math.sqrt((1 - light) * 0.78 / math.pi)
    if dot > 0.45 then
      path[#path + 1] = ("M%.1f %.1fa%.2f %.2f 0 1 0 %.2f 0a%.2f %.2f 0 1 0 %.2f 0z"):format(
        center_x + x * (radius - dot) - dot, center_y + y * (radius - dot), dot, dot, 2 * dot, dot, dot, -2 * dot)
    end
  end
  return table.concat(path)
end

-- Facts about the device; unknown ones are left out.
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

-- Four bars at -55 dBm and above, none below -85 dBm.
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

local code = not device.registered
  and (device.registration_code_long or device.registration_code_hyphenated or device.registration_code) or nil

local header_y = page.margin + px(28)
local view = { facts = facts, header_y = header_y }

-- The facts in a grid at the bottom of the page.
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
  local after = fact.x + width_of(fact.value, page.body) + px(12)
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

local function break_into(text, size, room)
  local lines = {}
  for word in text:gmatch("%S+") do
    local longer = #lines > 0 and lines[#lines] .. " " .. word
    if longer and width_of(longer, size) <= room then
      lines[#lines] = longer
    else
      lines[#lines + 1] = word
    end
  end
  return lines
end

-- Break a text between words into lines of at most `room` pixels: as few lines as possible, of about equal length.
local function wrap(text, size, room)
  local lines = break_into(text, size, room)
  for percent = 95, 50, -5 do
    local even = break_into(text, size, room * percent / 100)
    if #even > #lines then break end
    lines = even
  end
  return lines
end

-- Place lines of text below each other.
local function lay_lines(lines, y, room)
  local laid = {}
  for index, line in ipairs(lines) do
    -- An empty line is a gap.
    if line ~= "" then
      laid[#laid + 1] = {
        x = page.margin + px(11) * #line:match("^ *"), y = y + (index - 1) * px(27),
        text = fit(line, page.body, room), is_code = line:sub(1, 2) == "  ",
      }
    end
  end
  return laid
end

-- On a portrait panel the ball fills the space below the text.
local function ball_below(y)
  local radius = round(math.min((view.rule_y - y - px(56)) / 2, px(130)))
  return ball(page.width // 2, round((y + view.rule_y) / 2), radius, px(11))
end

if code then
  -- The code is as wide as the page, so that it can be read from a desk.
  local size = round(math.min(page.inner / (#code * 0.6), px(150)))
  local steps = wrap(
    "This display is new. To give it a screen, add this code under “devices” in the configuration, "
      .. "or assign it through the admin API.", page.body, math.min(page.inner, px(560)))
  local figures = round(size * 0.66)
  local block = px(28) + figures + px(20) + #steps * px(27)
  local space = header_y + px(36)
  local top = page.upright and space or space + (view.rule_y - space - block) // 2
  view.title = "Welcome to Stipple"
  view.caption = { y = top + px(12), text = "Registration code" }
  view.code = { text = code, size = size, y = top + px(30) + figures }
  view.lines = lay_lines(steps, view.code.y + px(46), page.inner)
  local radius = px(44)
  view.ball = page.upright and ball_below(view.lines[#view.lines].y)
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
  view.ball = page.upright and ball_below(view.lines[#view.lines].y)
    or ball(page.right - radius, round((page.margin + view.rule_y - px(12)) / 2), radius, px(11))
end

return {
  data = { page = page, view = view },
  refresh_rate = 300,
}
