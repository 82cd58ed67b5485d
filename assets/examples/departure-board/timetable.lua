-- An invented timetable, so that the board can be seen without a feed. It depends on the time of day only: within a
-- minute it is always the same, and so is the picture.

-- Line, destination, platform, minutes between two departures, minute of the first one.
local LINES = {
  { "S1", "Airport", "3", 15, 4 },
  { "S3", "Lakeside – Sports Park", "4", 15, 11 },
  { "S8", "Pine Hill", "1", 30, 7 },
  { "RE 5", "Old Mill Junction", "6", 60, 19 },
  { "IC 61", "Capital Central", "7", 60, 32 },
  { "IC 8", "Border Town via Green Valley", "8", 60, 2 },
  { "12", "Market Square", "B", 10, 1 },
  { "17", "University Hospital", "C", 12, 5 },
  { "31", "Botanical Garden", "A", 20, 13 },
  { "N4", "Harbour – Ferry Terminal", "D", 30, 26 },
}

-- A number from 0 to 99 that is always the same for one departure.
local function dice(departure, line_number) return (departure // 60 * 7919 + line_number * 104729) % 100 end

-- The departures of the two hours after `now`, in the format of the feed.
local function timetable(now)
  local departures = {}
  local midnight = now - now % 86400
  for number, line in ipairs(LINES) do
    local name, to, platform, every, first = table.unpack(line)
    for minute = first, 1560, every do
      local time = midnight + minute * 60
      if time > now - 900 and time < now + 7200 then
        local roll = dice(time, number)
        departures[#departures + 1] = {
          time = time, line = name, to = to, platform = platform,
          delay = roll < 12 and 1 + roll // 2 or 0,
          cancelled = roll > 97,
        }
      end
    end
  end
  return { station = "Central Station", departures = departures }
end

return timetable
