-- A departure board like those that people really show: 12 rows unless params ask for more, about 60 texts. The battery voltage makes one
-- picture differ from the next, unless the param `still` says what to show in its place: then it is read, and changes nothing.
local volts = device.battery_voltage or 0
local places = { "Hauptbahnhof", "Flughafen", "Bellevue", "Oerlikon", "Wiedikon", "Altstetten", "Stadelhofen" }
local rows = {}
for i = 1, params.rows or 12 do
  rows[i] = {
    line = tostring(2 + (i * 7) % 31),
    place = places[1 + i % #places] .. " via " .. places[1 + (i * 3) % #places],
    time = string.format("%02d:%02d", 8 + i // 6, (i * 11) % 60),
    platform = tostring(1 + i % 9),
    delay = i % 4 == 0 and "+" .. i or "",
  }
end
return {
  data = { station = "Zürich Enge", stamp = params.still or volts, rows = rows },
  refresh_rate = 60,
}
