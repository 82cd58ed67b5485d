-- A clock: the time as large as the panel allows, the date, and the progress of the day.

local grid = require("lib/page")
local page, px, round = grid.page, grid.px, grid.round

-- A panel needs a few seconds to draw, so near the end of a minute it gets the next one and refreshes after that.
local LEAD_SECONDS = 10

local DATE = { en = "%-d %B %Y", de = "%-d. %B %Y" }

local minute = time_now("minute", nil, LEAD_SECONDS)
local zone = params.timezone ~= "" and params.timezone or nil
local language = DATE[params.language] and params.language or "en"

local function write(format) return time_format(minute, format, zone, language) end

local header_y = page.margin + px(20)
local ruler_y = page.bottom - px(24)
local twelve_hours = params.format == "12h"

-- The size fits the widest possible time, so that it does not depend on the time of day. Digits are half their font
-- size wide and two thirds of it high. On a portrait panel the minutes are below the hours.
local half_width = twelve_hours and 0.4 or 0
local widest = (page.upright and 1 or 2.3) + half_width
local highest = page.upright and 0.67 + 0.8 or 0.67
local room = ruler_y - header_y - px(page.upright and 90 or 64)
local size = round(math.min(page.inner / widest, room / highest))
local last_line = round((header_y + px(16) + ruler_y - px(5) + size * highest) / 2)

-- A tick for every hour of the day; every sixth one is longer and has a number.
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
    -- A colon is placed for small letters, so between digits it is moved up.
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
  refresh_at = minute + 60,
}
