-- The geometry of charts: converts values to coordinates and paths. Templates draw them in their own style.
-- A box is a table with x, y, width and height in pixels.

local function round(number) return math.floor(number + 0.5) end

-- Numbers in paths have one decimal: precise enough for any panel, and the SVG stays short.
local function at(x, y) return string.format("%.1f %.1f", x, y) end

-- Smallest and largest of some numbers.
local function extent(values)
  local low, high = math.huge, -math.huge
  for _, value in ipairs(values) do low, high = math.min(low, value), math.max(high, value) end
  return low, high
end

-- A round step that divides a span into at most `parts`: 1, 2 or 5 times a power of ten.
local function nice_step(span, parts)
  local rough = span / parts
  local power = 10 ^ math.floor(math.log(rough, 10))
  for _, factor in ipairs({ 1, 2, 5, 10 }) do
    if factor * power >= rough * 0.999 then return factor * power end
  end
end

-- An axis for the values: its ends, and round numbers between them with their labels. Axes of bars must begin at zero,
-- since the lengths of bars are compared.
local function axis(values, parts, from_zero)
  local low, high = extent(values)
  if from_zero then low, high = math.min(low, 0), math.max(high, 0) end
  -- If all values are equal, the axis still needs a range.
  if high - low < 1e-9 then low, high = low - 1, high + 1 end
  local step = nice_step(high - low, parts)
  local first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
  local decimals = math.max(0, -math.floor(math.log(step, 10) + 1e-9))
  local ticks = {}
  for n = first, last do
    ticks[#ticks + 1] = { value = n * step, label = string.format("%." .. decimals .. "f", n * step) }
  end
  return { low = first * step, high = last * step, ticks = ticks }
end

-- The y coordinate of a value in a box.
local function height_of(value, range, box)
  return box.y + box.height - (value - range.low) / (range.high - range.low) * box.height
end

-- A line through all values, the area below it, and its last point.
local function line(values, range, box)
  local points = {}
  local gap = box.width / math.max(1, #values - 1)
  for n, value in ipairs(values) do points[n] = at(box.x + (n - 1) * gap, height_of(value, range, box)) end
  local path = "M" .. table.concat(points, "L")
  local floor = box.y + box.height
  local right = box.x + (#values - 1) * gap
  return {
    path = path,
    area = path .. "L" .. at(right, floor) .. "L" .. at(box.x, floor) .. "Z",
    last = { x = round(right), y = round(height_of(values[#values], range, box)) },
  }
end

-- A bar for each value, on whole pixels. A bar takes `share` of the width that is available to it.
local function bars(values, range, box, share)
  local result = {}
  local zero = round(height_of(0, range, box))
  for n, value in ipairs(values) do
    local left = box.x + (n - 1) * box.width / #values
    local width = math.max(1, round(box.width / #values * share))
    local top = round(height_of(value, range, box))
    result[n] = {
      x = round(left + (box.width / #values - width) / 2),
      y = math.min(top, zero),
      width = width,
      height = math.max(1, math.abs(zero - top)),
      middle = round(left + box.width / #values / 2),
    }
  end
  return result
end

-- An arc of a circle as a path; angles in degrees, clockwise from the top.
local function arc(x, y, radius, from, to)
  local function point(angle)
    local a = math.rad(angle - 90)
    return at(x + radius * math.cos(a), y + radius * math.sin(a))
  end
  local large = to - from > 180 and 1 or 0
  return ("M%sA%.1f %.1f 0 %d 1 %s"):format(point(from), radius, radius, large, point(to))
end

return { axis = axis, line = line, bars = bars, arc = arc, extent = extent, height_of = height_of }
