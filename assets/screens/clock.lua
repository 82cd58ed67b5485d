-- A clock: the time as large as the panel allows, the date, and how far the day has come.

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

-- A panel needs a few seconds to draw: late in a minute it gets the coming one, and sleeps through it.
local LEAD_SECONDS = 10

local DATE = { en = "%-d %B %Y", de = "%-d. %B %Y" }

local now = time_now()
local minute = (now + LEAD_SECONDS) // 60 * 60
local zone = params.timezone ~= "" and params.timezone or nil
local language = DATE[params.language] and params.language or "en"

local function write(format) return time_format(minute, format, zone, language) end

local header_y = page.margin + px(20)
local ruler_y = page.bottom - px(24)
local twelve_hours = params.format == "12h"

-- The widest time that there is decides the size, so that the time of day never changes it. Figures are half
-- their size wide and two thirds of it high; an upright panel has the minutes below the hours.
local half_width = twelve_hours and 0.4 or 0
local widest = (page.upright and 1 or 2.3) + half_width
local highest = page.upright and 0.67 + 0.8 or 0.67
local room = ruler_y - header_y - px(page.upright and 90 or 64)
local size = round(math.min(page.inner / widest, room / highest))
local last_line = round((header_y + px(16) + ruler_y - px(5) + size * highest) / 2)

-- A mark for every hour of the day, a longer one with its number for every sixth.
local marks = {}
for hour = 0, 24 do
  marks[#marks + 1] = {
    x = page.margin + round((page.inner - page.hair) * hour / 24),
    length = hour % 6 == 0 and px(9) or px(5),
    label = hour % 6 == 0 and hour or nil,
    anchor = hour == 0 and "start" or hour == 24 and "end" or "middle",
  }
end

return {
  data = {
    page = page,
    hour = write(twelve_hours and "%-I" or "%H"),
    minute = write("%M"),
    half = twelve_hours and write("%p") or nil,
    upright = page.upright,
    size = size,
    half_size = round(size * 0.18),
    half_gap = round(size * 0.05),
    figures_right = round((page.width + size * (1 - half_width)) / 2),
    hour_y = page.upright and last_line - round(size * 0.8) or last_line,
    minute_y = last_line,
    -- A colon is made for small letters; between figures it has to stand higher.
    colon_rise = round(size * 0.08),
    weekday = write("%A"),
    date = write(DATE[language]),
    header_y = header_y,
    rule_y = header_y + px(16),
    ruler_y = ruler_y,
    ruler_thickness = px(5),
    elapsed = round(page.inner * (tonumber(write("%H")) * 60 + tonumber(write("%M"))) / 1440),
    marks = marks,
  },
  refresh_rate = minute + 60 - now,
}
