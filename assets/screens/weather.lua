-- The weather of a place: now, the next 24 hours as a curve, and the following days. Data from Open-Meteo, without a key.

local grid = require("lib/page")
local page, px, round = grid.page, grid.px, grid.round
local metrics = require("lib/text")
local fit, width_of, SERIF = metrics.fit, metrics.width_of, metrics.SERIF

local WORDS = {
  en = {
    date = "%A, %-d %B", short_date = "%a, %-d %b",
    feels = "Feels like", wind = "Wind", humidity = "Humidity", sunrise = "Sunrise", sunset = "Sunset",
    offline = "No forecast at the moment", retry = "The next attempt follows in ten minutes.",
  },
  de = {
    date = "%A, %-d. %B", short_date = "%a, %-d. %b",
    feels = "Gefühlt", wind = "Wind", humidity = "Feuchte", sunrise = "Aufgang", sunset = "Untergang",
    offline = "Gerade keine Vorhersage", retry = "Der nächste Versuch folgt in zehn Minuten.",
  },
}

-- Weather codes (WMO 4677, as in Open-Meteo): the highest code of a group, its icons for day and night, its name.
local GROUPS = {
  { upto = 0, day = "clear-day", night = "clear-night", en = "Clear sky", de = "Klarer Himmel" },
  { upto = 1, day = "clear-day", night = "clear-night", en = "Mostly clear", de = "Meist klar" },
  { upto = 2, day = "partly-day", night = "partly-night", en = "Partly cloudy", de = "Teils bewölkt" },
  { upto = 3, day = "cloudy", en = "Overcast", de = "Bedeckt" },
  { upto = 48, day = "fog", en = "Fog", de = "Nebel" },
  { upto = 55, day = "drizzle", en = "Drizzle", de = "Nieselregen" },
  { upto = 57, day = "sleet", en = "Freezing drizzle", de = "Gefrierender Niesel" },
  { upto = 61, day = "rain", en = "Light rain", de = "Leichter Regen" },
  { upto = 63, day = "rain", en = "Rain", de = "Regen" },
  { upto = 65, day = "rain", en = "Heavy rain", de = "Starker Regen" },
  { upto = 67, day = "sleet", en = "Freezing rain", de = "Gefrierender Regen" },
  { upto = 71, day = "snow", en = "Light snow", de = "Leichter Schneefall" },
  { upto = 73, day = "snow", en = "Snow", de = "Schneefall" },
  { upto = 75, day = "snow", en = "Heavy snow", de = "Starker Schneefall" },
  { upto = 77, day = "snow", en = "Snow grains", de = "Schneegriesel" },
  { upto = 82, day = "showers", night = "rain", en = "Showers", de = "Schauer" },
  { upto = 86, day = "snow", en = "Snow showers", de = "Schneeschauer" },
  { upto = 95, day = "thunder", en = "Thunderstorm", de = "Gewitter" },
  { upto = 99, day = "thunder", en = "Thunderstorm, hail", de = "Gewitter mit Hagel" },
}

local UNKNOWN = { day = "cloudy", en = "", de = "" }

local function group_of(code)
  if type(code) ~= "number" then return UNKNOWN end
  for _, group in ipairs(GROUPS) do
    if code <= group.upto then return group end
  end
  return UNKNOWN
end

local function icon_of(code, is_day)
  local group = group_of(code)
  return is_day and group.day or group.night or group.day
end

-- The left edge of each icon on its grid of 64 units, so that all icons can be aligned.
local LEFT = {
  ["clear-day"] = 8, ["clear-night"] = 14, ["partly-day"] = 2, ["partly-night"] = 2, showers = 2, fog = 5,
}
local function icon_x(icon, x, size) return x - round((LEFT[icon] or 5) * size / 64) end

local HOURS = 24
local REFRESH, RETRY = 1800, 600
-- A forecast is fetched at most every 15 minutes; without an answer, one from the last six hours is used.
local FRESH, STALE = 900, 6 * 3600

local language = WORDS[params.language] and params.language or "en"
local words = WORDS[language]
local metric = params.units ~= "imperial"

local function is_number(value) return type(value) == "number" end
local function list(value) return type(value) == "table" and value or {} end

local function ask(max_age)
  return http_response(params.api, {
    params = {
      latitude = params.latitude,
      longitude = params.longitude,
      current = "temperature_2m,apparent_temperature,relative_humidity_2m,is_day,weather_code,wind_speed_10m",
      hourly = "temperature_2m,precipitation",
      daily = "weather_code,temperature_2m_max,temperature_2m_min,sunrise,sunset",
      forecast_days = 8,
      timeformat = "unixtime",
      timezone = "auto",
      temperature_unit = metric and "celsius" or "fahrenheit",
      wind_speed_unit = metric and "kmh" or "mph",
      precipitation_unit = metric and "mm" or "inch",
    },
    timeout = 4,
    cache_ttl = max_age,
  })
end

-- The forecast; nil when there is none, with the reason in the log.
local function forecast()
  local answer = ask(FRESH)
  if not answer.ok then
    log_warn("weather: " .. (answer.error or "status " .. answer.status .. ": " .. answer.body:sub(1, 200)))
    answer = ask(STALE)
  end
  if not answer.ok then return nil end
  local parsed, result = pcall(json_decode, answer.body)
  if parsed and type(result) == "table" and is_number(list(result.current).temperature_2m)
    and type(result.hourly) == "table" and type(result.daily) == "table" then
    return result
  end
  log_warn("weather: the answer is no forecast")
  return nil
end

local now = time_now()

local function degrees(value)
  if not is_number(value) then return "–" end
  local whole = math.tointeger(value < 0 and math.ceil(value - 0.5) or math.floor(value + 0.5))
  return (whole < 0 and "−" .. -whole or tostring(whole)) .. "°"
end

-- The positions of the parts from top to bottom. The chart takes the remaining space.
-- On a portrait panel the facts are below the temperature, and the figures of the days below their icons.
local header_y = page.margin + px(28)
local rule_y = header_y + px(16)
local now_y = rule_y + px(14)
local now_height = page.upright and px(248) or px(112)
local days_height = page.upright and px(122) or px(84)
local days_y = page.bottom - days_height
local chart = {
  x = page.margin,
  top = now_y + now_height + px(8),
  bottom = days_y - px(38),
  width = page.inner,
}

local function header(civil_day)
  local date, room
  -- For a long name the date is shortened first, before the name is cut.
  for _, format in ipairs({ words.date, words.short_date }) do
    date = time_format(civil_day, format, "UTC", language)
    room = page.inner - width_of(date, page.lead) - px(28)
    if width_of(params.place, page.title * SERIF) <= room then break end
  end
  return {
    place = fit(params.place, page.title * SERIF, room),
    date = date,
    y = header_y,
    rule_y = rule_y,
  }
end

local answer = forecast()
if answer == nil then
  local today = time_parse(time_format(now, "%Y-%m-%d"), "%Y-%m-%d", "UTC")
  local size = math.min(px(170), round(page.inner / 2))
  local middle = round((rule_y + page.bottom) / 2)
  return {
    data = {
      page = page,
      header = header(today),
      offline = {
        icon_x = round(page.width / 2 - size / 2),
        icon_y = middle - size,
        icon_size = size,
        title = words.offline,
        title_y = middle + px(44),
        hint = words.retry,
        hint_y = middle + px(76),
      },
    },
    refresh_rate = RETRY,
  }
end

-- All times of the answer are timestamps; this is the UTC offset of the place in seconds.
local offset = is_number(answer.utc_offset_seconds) and answer.utc_offset_seconds or 0
local function write(timestamp, format) return time_format(timestamp + offset, format, "UTC", language) end

local current, hourly, daily = answer.current, answer.hourly, answer.daily
local hours, temperatures, wetness = list(hourly.time), list(hourly.temperature_2m), list(hourly.precipitation)
local day_starts = list(daily.time)
local measured = is_number(current.time) and current.time or now

-- The daily values start with the day of the forecast; in an old forecast today may be a later one.
local first_day = 1
for index, start in ipairs(day_starts) do
  if is_number(start) and start <= now then first_day = index end
end

-- Now.
-- On days without sunrise or sunset the answer has 0.
local function clock_time(timestamp)
  return is_number(timestamp) and timestamp > 0 and write(timestamp, "%H:%M") or "–"
end
local function amount(value, unit) return is_number(value) and ("%d %s"):format(round(value), unit) or "–" end
local icon_size = page.upright and px(132) or px(116)
local facts = {
  { label = words.feels, value = degrees(current.apparent_temperature) },
  { label = words.wind, value = amount(current.wind_speed_10m, metric and "km/h" or "mph") },
  { label = words.humidity, value = amount(current.relative_humidity_2m, "%") },
  { label = words.sunrise, value = clock_time(list(daily.sunrise)[first_day]) },
  { label = words.sunset, value = clock_time(list(daily.sunset)[first_day]) },
  { label = "Open-Meteo", value = clock_time(measured), is_old = now - measured > 5400 },
}
local facts_step = page.upright and round(page.inner / 3) or px(108)
local facts_x = page.upright and page.margin or page.right - 3 * facts_step + px(22)
local facts_y = page.upright and now_y + px(150) or now_y + px(20)
for index, fact in ipairs(facts) do
  fact.x = facts_x + (index - 1) % 3 * facts_step
  fact.y = facts_y + (index - 1) // 3 * px(54)
  fact.value_y = fact.y + px(24)
end

-- The next hours: temperature as a smooth curve, precipitation as bars below it.
local points, low, high = {}, math.huge, -math.huge
local wettest = 0
for index, start in ipairs(hours) do
  local temperature, wet = temperatures[index], wetness[index]
  if is_number(start) and start > now - 3600 and #points <= HOURS and is_number(temperature) then
    points[#points + 1] = { time = start, temperature = temperature, wet = is_number(wet) and wet or 0 }
    low, high = math.min(low, temperature), math.max(high, temperature)
    wettest = math.max(wettest, points[#points].wet)
  end
end

local function draw_chart()
  -- At least eight degrees high, so that small changes look small.
  local span = math.max(high - low, 8)
  local top, bottom = chart.top + px(20), chart.bottom - px(30)
  local lift = (span - (high - low)) / 2
  for index, point in ipairs(points) do
    point.x = chart.x + round((index - 0.5) * chart.width / #points)
    point.y = round(bottom - (point.temperature - low + lift) / span * (bottom - top))
  end

  -- A smooth curve through all points. Where it is horizontal, its edges are on whole pixels.
  chart.stroke = math.max(2, px(2.6))
  local shift = chart.stroke % 2 / 2
  local path = { ("M%d %.1f"):format(points[1].x, points[1].y + shift) }
  for index = 1, #points - 1 do
    local before, from = points[math.max(index - 1, 1)], points[index]
    local to, after = points[index + 1], points[math.min(index + 2, #points)]
    path[#path + 1] = ("C%.1f %.1f %.1f %.1f %d %.1f"):format(
      from.x + (to.x - before.x) / 6, from.y + (to.y - before.y) / 6 + shift,
      to.x - (after.x - from.x) / 6, to.y - (after.y - from.y) / 6 + shift, to.x, to.y + shift)
  end
  chart.path = table.concat(path)

  -- Four millimetres per hour fill the height of the bars; drizzle is still visible.
  local most = math.max(metric and 4 or 0.16, wettest)
  chart.bars, chart.marks, chart.labels = {}, {}, {}
  local bar_width = math.max(2, round(chart.width / #points * 0.6))
  for index, point in ipairs(points) do
    if point.wet > 0 then
      local height = math.max(px(2), round(point.wet / most * px(28)))
      chart.bars[#chart.bars + 1] = {
        x = point.x - bar_width // 2, y = chart.bottom - height, width = bar_width, height = height,
      }
    end
    local hour = tonumber(write(point.time, "%H"))
    local step = page.upright and 6 or 3
    if hour % step == 0 and index > 1 and index < #points then
      chart.marks[#chart.marks + 1] = {
        x = point.x,
        label = hour == 0 and write(point.time, "%a") or ("%02d"):format(hour),
        midnight = hour == 0,
      }
    end
  end

  -- Label the warmest and the coldest hour with their temperatures; if it rains, the coldest above the curve.
  local function label(value, is_above)
    for index, point in ipairs(points) do
      if point.temperature == value then
        for near = math.max(1, index - 1), math.min(#points, index + 1) do
          is_above = is_above or points[near].wet > 0
        end
        chart.labels[#chart.labels + 1] = {
          x = point.x,
          y = point.y + (is_above and -px(10) or px(20)),
          text = degrees(value),
          anchor = index < 3 and "start" or index > #points - 2 and "end" or "middle",
        }
        return
      end
    end
  end
  label(high, true)
  if high - low >= 1 then label(low, false) end
  chart.now = { x = points[1].x, y = points[1].y, r = px(5) }
  chart.label_y = chart.bottom + px(19)
  chart.mark_height = px(5)
end
if #points > 1 then draw_chart() end

-- The following days.
local count = page.upright and 5 or 6
local day_icon = page.upright and px(50) or px(46)
local days = {}
local codes, highs, lows = list(daily.weather_code), list(daily.temperature_2m_max), list(daily.temperature_2m_min)
for index = first_day + 1, math.min(first_day + count, #day_starts) do
  local column = page.inner / count
  local x = round(page.margin + #days * column)
  local centre = round(x + column / 2)
  local day = {
    name = is_number(day_starts[index]) and write(day_starts[index], page.upright and "%a" or "%a %-d") or "–",
    icon = icon_of(codes[index], true),
    high = degrees(highs[index]),
    low = degrees(lows[index]),
  }
  if page.upright then
    day.name_x, day.icon_x, day.high_x, day.low_x, day.anchor = centre, centre - day_icon // 2, centre, centre, "middle"
  else
    day.name_x, day.icon_x, day.anchor = x, icon_x(day.icon, x, day_icon), "start"
    day.high_x = x + day_icon + px(8)
    day.low_x = day.high_x
  end
  days[#days + 1] = day
end

local icon = icon_of(current.weather_code, current.is_day ~= 0)

return {
  data = {
    page = page,
    header = header(now + offset),
    now = {
      icon = icon,
      icon_x = icon_x(icon, page.margin, icon_size),
      icon_y = now_y - px(2),
      icon_size = icon_size,
      temperature = degrees(current.temperature_2m),
      x = page.margin + icon_size + px(6),
      -- Large digits have some space on their left, so move them.
      figures_x = page.margin + icon_size + px(2),
      y = now_y + px(72),
      size = px(96),
      condition = fit(
        group_of(current.weather_code)[language], page.lead,
        (page.upright and page.right or facts_x - px(16)) - (page.margin + icon_size + px(6))),
      condition_y = now_y + px(106),
    },
    facts = facts,
    chart = #points > 1 and chart or nil,
    days = days,
    days_y = days_y,
    day = {
      name_y = days_y + px(24),
      icon_y = days_y + px(page.upright and 30 or 32),
      icon_size = day_icon,
      high_y = page.upright and page.bottom - px(22) or days_y + px(54),
      low_y = page.upright and page.bottom or days_y + px(76),
    },
  },
  refresh_rate = REFRESH,
}
