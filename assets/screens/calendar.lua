-- The current month with week numbers and today marked, and coming events.

local grid = require("lib/page")
local page, px, round = grid.page, grid.px, grid.round
local fit = require("lib/text").fit

local DAY = 86400

local WORDS = {
  en = {
    month = "%B %Y", event = "%a %-d %B", week = "Week %-V", of_year = "Day %d of %d",
    today = "Today", tomorrow = "Tomorrow",
  },
  de = {
    month = "%B %Y", event = "%a, %-d. %B", week = "Woche %-V", of_year = "Tag %d von %d",
    today = "Heute", tomorrow = "Morgen",
  },
}

local language = WORDS[params.language] and params.language or "en"
local words = WORDS[language]
local zone = params.timezone ~= "" and params.timezone or nil
local sunday_first = params.first_day == "sunday"

-- From here on a day is a timestamp: its midnight in UTC, where all days are equally long.
local function day_of(date) return time_parse(date, "%Y-%m-%d", "UTC") end
local function write(day, format) return time_format(day, format, "UTC", language) end
local function number(day, directive) return tonumber(write(day, directive)) end

local today = day_of(time_format(time_now("day", zone), "%Y-%m-%d", zone))
local function first_of_month(day) return day - (number(day, "%-d") - 1) * DAY end
local function column(day) return sunday_first and number(day, "%w") or number(day, "%u") - 1 end

-- A line is "2026-12-24 Christmas Eve", "2026-12-03 14:30 Dentist", or "12-24 Christmas Eve" for every year.
local function parse_event(line)
  local date, title = line:match("^%s*(%d%d%d%d%-%d%d%-%d%d)%s+(.-)%s*$")
  local yearly, yearly_title = line:match("^%s*(%d%d%-%d%d)%s+(.-)%s*$")
  local days = {}
  if date then
    days[1] = day_of(date)
  elseif yearly then
    -- In this year, and also in the next one, for when it is over.
    local year = number(today, "%Y")
    days[1] = day_of(("%d-%s"):format(year, yearly))
    if days[1] == nil or days[1] < today then days[#days + 1] = day_of(("%d-%s"):format(year + 1, yearly)) end
    title = yearly_title
  end
  if #days == 0 then
    -- The 29th of February does not exist in every year.
    if not yearly and line:find("%S") then log_warn("calendar: no date in this event: " .. line) end
    return {}
  end
  local time, rest = title:match("^(%d%d?:%d%d)%s+(.+)$")
  local events = {}
  for index, day in ipairs(days) do events[index] = { day = day, time = time, title = rest or title } end
  return events
end

local events = {}
local lines = type(params.events) == "table" and table.concat(params.events, "\n") or tostring(params.events or "")
for line in lines:gmatch("[^\r\n]+") do
  for _, event in ipairs(parse_event(line)) do events[#events + 1] = event end
end
table.sort(events, function(a, b)
  if a.day ~= b.day then return a.day < b.day end
  if a.time ~= b.time then return (a.time or "") < (b.time or "") end
  return a.title < b.title
end)

local busy = {}
for _, event in ipairs(events) do busy[event.day] = true end

local function next_month(first) return first_of_month(first + 31 * DAY) end
local function days_in_month(first) return (next_month(first) - first) // DAY end
local function rows_of(first) return (column(first) + days_in_month(first) + 6) // 7 end

-- The positions of a month's days: `grid` has the place of the first row and the distances of the cells.
local function lay_out(first, grid)
  local function x_of(index) return round(grid.x + grid.cell_w * (index + 0.5)) end
  local function y_of(row) return round(grid.y + grid.cell_h * row) end
  local function is_weekend(index) return index == 6 or index == (sunday_first and 0 or 5) end

  local start = column(first)
  local names, weeks, cells = {}, {}, {}
  for index = 0, 6 do
    local name = write(first + (index - start) * DAY, "%a")
    names[index + 1] = {
      x = x_of(index),
      text = grid.short and name:match(utf8.charpattern) or name,
      weekend = is_weekend(index),
    }
  end
  for row = 0, rows_of(first) - 1 do
    -- The number of a week is that of its Monday, also when weeks start on Sunday.
    local monday = first + (row * 7 - start + (sunday_first and 1 or 0)) * DAY
    weeks[row + 1] = { text = number(monday, "%-V"), y = y_of(row) }
  end
  for day = 1, days_in_month(first) do
    local timestamp, place = first + (day - 1) * DAY, start + day - 1
    cells[day] = {
      day = day,
      x = x_of(place % 7),
      y = y_of(place // 7),
      today = timestamp == today,
      weekend = is_weekend(place % 7),
      busy = busy[timestamp],
    }
  end
  return { names = names, weeks = weeks, cells = cells }
end

local first = first_of_month(today)

-- The date of today is beside the month, on a portrait panel above it.
local side = page.upright and px(150) or px(200)
local head = page.upright and px(216) or 0
local left = page.upright and page.margin or page.margin + side + px(56)
local weeks_w = px(40)
local title_y = page.margin + head + px(28)
local names_y = title_y + px(36)
local grid_y = names_y + px(12)
local grid_w = page.right - left - weeks_w
local cell_w = grid_w / 7
local rows = rows_of(first)

-- The disc around today determines the distance of the outer rows from the edges of the grid.
local disc = round(math.min((page.bottom - grid_y) / rows, cell_w) * 0.43)
local first_row, last_row = grid_y + disc + px(6), page.bottom - disc
local month = lay_out(first, {
  x = left + weeks_w, y = first_row, cell_w = cell_w, cell_h = (last_row - first_row) / (rows - 1),
})
month.title = write(first, words.month)
month.left, month.title_y, month.names_y = left, title_y, names_y
month.rule_y = grid_y - page.hair
month.size = px(25)
-- Digits are two thirds of their font size high: half of that is between the middle of a cell and the baseline.
month.drop = round(month.size * 0.33)
month.disc = disc
month.mark = math.max(1, px(2))
month.mark_gap = px(5)

local almanac = {
  weekday = write(today, "%A"),
  day = number(today, "%-d"),
  week = write(sunday_first and today + DAY or today, words.week),
  of_year = words.of_year:format(number(today, "%-j"), number(day_of(write(today, "%Y-12-31")), "%-j")),
  weekday_y = page.margin + px(20),
  day_size = px(128),
  -- Large digits have some space on their left, so move them.
  day_x = page.margin - px(4),
  day_y = page.margin + px(124),
  week_y = page.margin + px(152),
  of_year_y = page.margin + (page.upright and px(172) or px(152)),
  end_x = page.upright and page.margin or page.margin + side,
  of_year_anchor = page.upright and "start" or "end",
}

-- Coming events, as many as there is room for.
local list_x = page.upright and page.margin + side + px(36) or page.margin
local list_w = page.upright and page.right - list_x or side
local list_bottom = page.upright and page.margin + px(176) or page.bottom
local coming = {}
local y = page.margin + (page.upright and px(16) or px(198))
for _, event in ipairs(events) do
  if event.day >= today and y + px(22) <= list_bottom then
    local away = (event.day - today) // DAY
    local is_this_year = number(event.day, "%Y") == number(today, "%Y")
    local when = away == 0 and words.today or away == 1 and words.tomorrow
      or write(event.day, is_this_year and words.event or words.event .. " %Y")
    coming[#coming + 1] = {
      when = event.time and when .. ", " .. event.time or when,
      title = fit(event.title, page.body, list_w),
      y = y,
      title_y = y + px(22),
      today = away == 0,
    }
    y = y + px(52)
  end
end

-- Without events, show a small calendar of the next month.
local preview
if #coming == 0 then
  local next_first = next_month(first)
  local width = page.upright and px(210) or side
  local pitch = page.upright and px(21) or px(24)
  local x = page.upright and page.right - width or page.margin
  -- Beside the month both end on the same line; above it, this one starts on the line of the weekday.
  local last = last_row + month.drop - round(page.caption * 0.33)
  local top = page.upright and page.margin + px(58) or last - (rows_of(next_first) - 1) * pitch
  preview = lay_out(next_first, { x = x, y = top, cell_w = width / 7, cell_h = pitch, short = true })
  preview.title = write(next_first, words.month)
  preview.drop = round(page.caption * 0.33)
  preview.x, preview.title_y, preview.names_y = x, top - px(44), top - px(18)
end

-- The page changes at midnight. It is refreshed more often, since params may change.
local midnight = time_parse(write(today + DAY, "%Y-%m-%d"), "%Y-%m-%d", zone)

return {
  data = {
    page = page,
    today = almanac,
    month = month,
    coming = coming,
    list_x = list_x,
    preview = preview,
    rule = page.upright
      and { x = page.margin, y = page.margin + px(192), width = page.inner, height = page.hair }
      or { x = page.margin, y = page.margin + px(166), width = side, height = page.hair },
  },
  refresh_at = midnight + 5,
  refresh_rate = 3 * 3600,
}
