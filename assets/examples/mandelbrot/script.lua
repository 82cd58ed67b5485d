-- A part of the Mandelbrot set. Shows that a script can compute a picture pixel by pixel, and how it stays within its two
-- seconds of CPU time: the amount of work is fixed in advance. If it depended on the clock, the same part would look
-- different on a busy server, and the panel would be refreshed without need.

local grid = require("lib/page")
local page, px, round = grid.page, grid.px, grid.round
local metrics = require("lib/text")

-- The parts: centre, width, and the number of steps after which a point counts as inside. `cost` is the measured average
-- number of steps of a point.
local PLACES = {
  { id = "whole", name = "The whole set", x = -0.65, y = 0, width = 3.4, steps = 90, cost = 8 },
  { id = "elephant", name = "Elephant valley", x = 0.3369, y = 0.0505, width = 0.05, steps = 150, cost = 31 },
  { id = "island", name = "Island", x = -0.1592, y = 1.0317, width = 0.03, steps = 150, cost = 52 },
  { id = "coral", name = "Coral", x = -0.5564, y = 0.6359, width = 0.06, steps = 150, cost = 33 },
  { id = "lightning", name = "Lightning", x = -0.1011, y = 0.9563, width = 0.11, steps = 120, cost = 17 },
}

local now = time_now()
local today = tonumber(time_format(now, "%j")) + 366 * tonumber(time_format(now, "%Y"))
local place = PLACES[today % #PLACES + 1]
for _, candidate in ipairs(PLACES) do
  if candidate.id == params.place then place = candidate end
end

-- As many points as take half a second on a small server, a quarter of the limit. Each point costs as much as 17 steps
-- more than its own steps. The picture is drawn larger than it is computed, which only makes it softer, since it is
-- dithered anyway.
local POINTS = math.min(18000, 700000 // (place.cost + 17))
local columns = round(math.sqrt(POINTS * page.width / page.height))
local rows = round(columns * page.height / page.width)
local step = place.width / columns
-- On a portrait panel the given width is the height of the part.
if page.upright then step = place.width / rows end

-- How fast a point escapes, as a smooth number; nil for points inside. Most of the time is spent here: local names, and
-- products in place of powers, make it three times as fast.
local log = math.log
local HALF, TO_LOG2 = 0.5, 1 / log(2)
local function escape(cx, cy, limit)
  local x, y, xx, yy = 0.0, 0.0, 0.0, 0.0
  for n = 1, limit do
    y = 2 * x * y + cy
    x = xx - yy + cx
    xx, yy = x * x, y * y
    if xx + yy > 64 then return n + 2 - log(log(xx + yy) * HALF) * TO_LOG2 end
  end
  return nil
end

-- The two largest parts of the set have known formulas; most points inside are there, and would take the most steps.
local function is_inside(cx, cy)
  local a, b, cc = cx - 0.25, cx + 1, cy * cy
  local q = a * a + cc
  return q * (q + a) <= 0.25 * cc or b * b + cc <= 0.0625
end

-- 1. All speeds, and a histogram of their logarithms with 1000 classes. Class 0 is the set itself.
local CLASSES = 1000
local scale = CLASSES / log(place.steps + 4)
local has_bodies = place.width > 0.1 -- deeper views lie beside them
local speeds, count, outside = {}, {}, 0
for class = 1, CLASSES do count[class] = 0 end
for row = 1, rows do
  local line = {}
  local cy = place.y + (rows / 2 - row + 0.5) * step
  for column = 1, columns do
    local cx = place.x + (column - 0.5 - columns / 2) * step
    local speed = not (has_bodies and is_inside(cx, cy)) and escape(cx, cy, place.steps)
    local class = 0
    if speed then
      class = log(speed + 1) * scale // 1 | 0
      if class < 1 then class = 1 elseif class > CLASSES then class = CLASSES end
      count[class] = count[class] + 1
      outside = outside + 1
    end
    line[column] = class
  end
  speeds[row] = line
end

-- 2. Greys: the same number of points for each, so that every part has full contrast. The set is black.
local grey, sum = { [0] = "\0" }, 0
for class = 1, CLASSES do
  sum = sum + count[class]
  grey[class] = string.char(round(255 - 225 * (sum / math.max(1, outside)) ^ 1.4))
end
local pixels = {}
for row, line in ipairs(speeds) do
  for column = 1, columns do line[column] = grey[line[column]] end
  pixels[row] = table.concat(line)
end

-- 3. A caption in a box, since text on dithered dots is hard to read.
local caption = nil
if params.caption then
  local size = page.body
  local width = metrics.width_of(place.name, size) + px(24)
  caption = { text = place.name, size = size, width = width, height = px(34), x = px(20), y = page.height - px(54) }
  caption.text_y = caption.y + caption.height // 2 + round(size * 0.33)
end

-- 4. Refresh five minutes after midnight, since many other screens refresh at midnight.
local hour, minute = time_format(now, "%H %M"):match("(%d+) (%d+)")
local until_midnight = 86400 - hour * 3600 - minute * 60

return {
  data = { page = page, picture = require("lib/png").grey_png(pixels), caption = caption },
  refresh_rate = params.place == "daily" and until_midnight + 300 or 86400,
}
