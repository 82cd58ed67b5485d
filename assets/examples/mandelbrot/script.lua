-- A place in the Mandelbrot set. Shows that a script can compute a picture pixel by pixel, and how it stays within the
-- two seconds that it may take: the amount of work is decided before it begins, not by a look at the clock. With a clock
-- in it, the same place would look different on a busy server, and the panel would flicker for nothing.

local grid = require("lib/page")
local page, px, round = grid.page, grid.px, grid.round
local metrics = require("lib/text")

-- Where to look: the middle, the width of the view, and how many steps a point gets before it counts as inside. `cost`
-- is the number of steps that a point took there on average.
local PLACES = {
  { id = "whole", name = "The whole set", x = -0.65, y = 0, width = 3.4, steps = 90, cost = 8 },
  { id = "seahorse", name = "Seahorse tail", x = -0.7435669, y = 0.1314023, width = 0.0023, steps = 400, cost = 100 },
  { id = "elephant", name = "Elephant valley", x = 0.2859, y = 0.01155, width = 0.011, steps = 200, cost = 57 },
  { id = "spiral", name = "Spiral", x = -0.761574, y = -0.0847596, width = 0.0009, steps = 400, cost = 174 },
  { id = "lightning", name = "Lightning", x = -0.1011, y = 0.9563, width = 0.11, steps = 120, cost = 17 },
}

local now = time_now()
local today = tonumber(time_format(now, "%j")) + 366 * tonumber(time_format(now, "%Y"))
local place = PLACES[today % #PLACES + 1]
for _, candidate in ipairs(PLACES) do
  if candidate.id == params.place then place = candidate end
end

-- As many points as one and a half million steps allow, which is far less than the limit on any machine. The picture is drawn larger
-- than it is computed; where it is dithered anyway that only makes it softer.
local POINTS = math.min(40000, 1500000 // place.cost)
local columns = round(math.sqrt(POINTS * page.width / page.height))
local rows = round(columns * page.height / page.width)
local step = place.width / columns
-- On an upright panel the height of the view is what the width is elsewhere.
if page.upright then step = place.width / rows end

-- How fast a point runs away, as a smooth number; nil for those that stay.
local function escape(cx, cy, limit)
  local x, y = 0.0, 0.0
  for n = 1, limit do
    local xx, yy = x * x, y * y
    if xx + yy > 64 then
      return n + 1 - math.log(math.log(xx + yy) / 2, 2)
    end
    x, y = xx - yy + cx, 2 * x * y + cy
  end
  return nil
end

-- The two large bodies of the set are known in advance; most points inside lie there and would cost the most steps.
local function is_inside(cx, cy)
  local q = (cx - 0.25) ^ 2 + cy * cy
  return q * (q + cx - 0.25) <= 0.25 * cy * cy or (cx + 1) ^ 2 + cy * cy <= 0.0625
end

-- 1. All speeds, and how many points have each, in 1000 classes of the logarithm.
local CLASSES = 1000
local log_limit = math.log(place.steps + 2)
local function class_of(speed) return math.min(CLASSES, 1 + math.floor(math.log(speed + 1) / log_limit * CLASSES)) end
local speeds, count, outside = {}, {}, 0
for class = 1, CLASSES do count[class] = 0 end
for row = 0, rows - 1 do
  local line = {}
  local cy = place.y + (rows / 2 - row - 0.5) * step
  for column = 0, columns - 1 do
    local cx = place.x + (column + 0.5 - columns / 2) * step
    local speed = not is_inside(cx, cy) and escape(cx, cy, place.steps) or nil
    if speed then
      local class = class_of(math.max(0, speed))
      line[column + 1] = class
      count[class] = count[class] + 1
      outside = outside + 1
    else
      line[column + 1] = 0
    end
  end
  speeds[row + 1] = line
end

-- 2. Greys: equally many points for each, so that every place has full contrast. White is far away, the set is black.
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

-- 3. A caption in a box of its own: text on dithered dots would be hard to read.
local caption = nil
if params.caption then
  local size = page.body
  local width = metrics.width_of(place.name, size) + px(24)
  caption = { text = place.name, size = size, width = width, height = px(34), x = px(20), y = page.height - px(54) }
  caption.text_y = caption.y + caption.height // 2 + round(size * 0.33)
end

-- 4. Come back after midnight, but not at once: all panels of the house would.
local hour, minute = time_format(now, "%H %M"):match("(%d+) (%d+)")
local until_midnight = 86400 - hour * 3600 - minute * 60

return {
  data = { page = page, picture = require("lib/png").grey_png(pixels), caption = caption },
  refresh_rate = params.place == "daily" and until_midnight + 300 or 86400,
}
