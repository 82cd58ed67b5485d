-- What weather codes (WMO 4677, as Open-Meteo uses it) look like, and what they are called.

local words = {
  en = {
    date = "%A, %-d %B",
    feels = "Feels like", wind = "Wind", humidity = "Humidity", sunrise = "Sunrise", sunset = "Sunset",
    offline = "No forecast at the moment", retry = "The next attempt follows in ten minutes.",
  },
  de = {
    date = "%A, %-d. %B",
    feels = "Gefühlt", wind = "Wind", humidity = "Feuchte", sunrise = "Aufgang", sunset = "Untergang",
    offline = "Gerade keine Vorhersage", retry = "Der nächste Versuch folgt in zehn Minuten.",
  },
}

-- Highest code of a group, its picture by day and by night, and its name.
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

function words.icon(code, is_day)
  local group = group_of(code)
  return is_day and group.day or group.night or group.day
end

function words.describe(language, code) return group_of(code)[language] end

return words
