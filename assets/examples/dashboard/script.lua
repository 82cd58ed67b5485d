-- Four charts on one page. The script computes the positions, the template has the style: partials/charts.svg has a
-- macro for each kind of tile. All lengths follow from the size of a tile, so that the page fits every panel.

local grid = require("lib/page")
local page, px, round = grid.page, grid.px, grid.round
local metrics = require("lib/text")
local charts = require("lib/charts")

-- 1. Get the data ---------------------------------------------------------------------------------------------------

local function read_feed()
  if params.url == nil then return json_decode(read_asset("sample-data.json")) end
  local headers = params.token and { Authorization = "Bearer " .. params.token } or nil
  local answer = http_response(params.url, { headers = headers, timeout = 8, cache_ttl = 60 })
  -- Data that is an hour old is better than none.
  if not answer.ok then
    log_warn("dashboard: " .. (answer.error or "status " .. answer.status))
    answer = http_response(params.url, { headers = headers, timeout = 1, cache_ttl = 3600 })
  end
  local is_json, feed = pcall(json_decode, answer.body or "")
  if answer.ok and is_json and type(feed) == "table" and type(feed.tiles) == "table" then return feed end
  return nil
end

local function text(value) return type(value) == "string" and value or "" end

-- The numbers of a list, without gaps and other values; nil when there are none, and then there is no chart.
local function numbers(list)
  local result = {}
  for _, value in ipairs(type(list) == "table" and list or {}) do
    if type(value) == "number" and value == value and math.abs(value) < 1e12 then result[#result + 1] = value end
  end
  return #result > 0 and result or nil
end

-- A number with few digits: 12, 12.5, 1240.
local function show(value)
  if math.abs(value) >= 100 or value == math.floor(value) then return string.format("%d", round(value)) end
  return string.format("%.1f", value)
end

local feed = read_feed()
if feed == nil then
  grid.header("Dashboard")
  return grid.note("No data at the moment", "The next attempt follows in five minutes.", 300)
end
grid.header(text(feed.title) ~= "" and feed.title or "Dashboard", text(feed.remark) ~= "" and feed.remark or nil)

-- 2. The tiles: two by two, or one below the other on an upright panel ----------------------------------------------

-- For each kind of tile a function that computes its geometry from the data and its box; nil if the data cannot be used.
local kinds = {}

function kinds.line(tile, box)
  local values = numbers(tile.values)
  if values == nil then return nil end
  local size = page.caption
  local range = charts.axis(values, box.height > px(140) and 4 or 3)
  local scale_width = 0
  for _, tick in ipairs(range.ticks) do
    scale_width = math.max(scale_width, metrics.width_of(tick.label, size))
  end
  local plot = {
    x = box.x + scale_width + px(8), y = box.y + px(6),
    width = box.width - scale_width - px(14), height = box.height - px(6) - size - px(8),
  }
  for _, tick in ipairs(range.ticks) do
    tick.y = round(charts.height_of(tick.value, range, plot))
    tick.text_y = tick.y + round(size * 0.33)
  end
  local labels = {}
  local names = type(tile.labels) == "table" and tile.labels or {}
  for n, name in ipairs(names) do
    -- Labels are at equal distances, starting with the first value: four of them for a day, at 0, 6, 12 and 18 o'clock.
    labels[n] = { x = round(plot.x + (n - 1) * plot.width / #names), text = text(name) }
  end
  local line = charts.line(values, range, plot)
  return {
    value = show(values[#values]), plot = plot, ticks = range.ticks, scale_x = plot.x - px(8), size = size,
    labels = labels, labels_y = box.y + box.height, line = line, stroke = math.max(2, px(2.5)), dot = px(5),
  }
end

function kinds.bars(tile, box)
  local values = numbers(tile.values)
  if values == nil then return nil end
  local size = page.caption
  local plot = { x = box.x, y = box.y + size + px(6), width = box.width, height = box.height - 2 * size - px(14) }
  local range = charts.axis(values, 4, true)
  -- The bars have numbers instead of an axis, so the highest bar fills the box.
  local low, high = charts.extent(values)
  range.low, range.high = math.min(0, low), math.max(high, 0, low + 1e-9)
  if range.high == range.low then range.high = range.low + 1 end
  local bars = charts.bars(values, range, plot, 0.62)
  for n, bar in ipairs(bars) do
    bar.value, bar.value_y = show(values[n]), bar.y - px(5)
    bar.label = text(type(tile.labels) == "table" and tile.labels[n] or "")
    bar.is_last = n == #bars
    -- If the numbers would overlap, only the last one is shown.
    if metrics.width_of(bar.value, size) > plot.width / #bars and not bar.is_last then bar.value = nil end
  end
  return { value = show(values[#values]), bars = bars, size = size, labels_y = box.y + box.height,
    floor = { x = plot.x, y = plot.y + plot.height, width = plot.width } }
end

function kinds.gauge(tile, box)
  local value = numbers({ tile.value })
  if value == nil then return nil end
  local low, high = numbers({ tile.min }) or { 0 }, numbers({ tile.max }) or { 100 }
  low, high, value = low[1], high[1], value[1]
  if high <= low then return nil end
  local share = math.max(0, math.min(1, (value - low) / (high - low)))
  -- Three quarters of a circle, open at the bottom: its ends are 0.7 of the radius below its centre.
  local stroke = px(16)
  local radius = math.floor(math.min(box.width / 2, (box.height - px(2)) / 1.75) - stroke / 2)
  local x, y = box.x + box.width // 2, box.y + radius + stroke // 2
  local size = math.min(px(48), round(radius * 0.62))
  local label_y = y + round((radius + stroke / 2) * 0.71) + px(4)
  return {
    track = charts.arc(x, y, radius, -135, 135),
    arc = share > 0.005 and charts.arc(x, y, radius, -135, -135 + 270 * share) or nil,
    x = x, y = y + round(size * 0.33), number = show(value), number_size = size, stroke = stroke,
    size = page.caption, label_y = math.min(label_y, box.y + box.height),
    low = { x = x - round(radius * 0.45), text = show(low) },
    high = { x = x + round(radius * 0.45), text = show(high) },
  }
end

function kinds.sparklines(tile, box)
  local rows = {}
  for _, entry in ipairs(type(tile.rows) == "table" and tile.rows or {}) do
    local values = type(entry) == "table" and numbers(entry.values)
    if values then rows[#rows + 1] = { label = text(entry.label), unit = text(entry.unit), values = values } end
  end
  if #rows == 0 then return nil end
  local room = math.min(px(52), box.height // #rows)
  if room < px(20) then return nil end
  local size = math.min(page.body, round(room * 0.6))
  local label_width, value_width = round(box.width * 0.4), round(box.width * 0.28)
  local top = box.y + (box.height - room * #rows) // 2
  for n, row in ipairs(rows) do
    local plot = {
      x = box.x + label_width, y = top + (n - 1) * room + round(room * 0.2),
      width = box.width - label_width - value_width - px(6), height = round(room * 0.6),
    }
    local low, high = charts.extent(row.values)
    if high == low then low, high = low - 1, high + 1 end
    row.line = charts.line(row.values, { low = low, high = high }, plot)
    row.y = top + (n - 1) * room + room // 2 + round(size * 0.33)
    row.value = show(row.values[#row.values])
    row.label = metrics.fit(row.label, size, label_width - px(10))
    row.values = nil
  end
  return { rows = rows, size = size, unit_size = round(size * 0.78), right = box.x + box.width,
    stroke = math.max(1.5, px(1.8)), dot = px(3) }
end

local columns = page.upright and 1 or 2
local shown = {}
for _, tile in ipairs(feed.tiles) do
  if #shown < 4 and type(tile) == "table" then
    shown[#shown + 1] = tile
  end
end
local lines = math.max(1, math.ceil(#shown / columns))
if #shown == 1 then columns = 1 end

local gutter, gap = px(40), px(20)
local width = (page.inner - (columns - 1) * gutter) // columns
local height = (page.bottom - page.top - px(12) - (lines - 1) * gap) // lines
local head = page.body + px(10)

local tiles = {}
for n, tile in ipairs(shown) do
  local column, line = (n - 1) % columns, (n - 1) // columns
  local x = page.margin + column * (width + gutter)
  local y = page.top + px(12) + line * (height + gap)
  local box = { x = x, y = y + head + px(6), width = width, height = height - head - px(6) }
  local draw = kinds[tile.kind]
  local drawn = draw and draw(tile, box)
  local unit = text(tile.unit)
  tiles[n] = {
    kind = drawn and tile.kind or "none",
    chart = drawn or { x = x + width // 2, y = box.y + box.height // 2 },
    x = x, right = x + width, y = y + page.body,
    unit = unit,
    title = metrics.fit(text(tile.title), page.body, width // 2),
    rule_y = line > 0 and y - gap // 2 or nil, width = width,
  }
end
if #tiles == 0 then return grid.note("Nothing to show", "The feed has no tiles.", 900) end

return { data = { page = page, tiles = tiles }, refresh_rate = params.refresh_minutes * 60 }
