-- The next departures of a stop, in one or two columns. Shows how to check the data of a feed, how to use old data while
-- the network is down, and how to lay out as many rows as fit on the page.

local grid = require("lib/page")
local page, px, round = grid.page, grid.px, grid.round
local metrics = require("lib/text")

local now = time_now()
local zone = params.timezone ~= "" and params.timezone or nil

-- 1. Get the data ---------------------------------------------------------------------------------------------------

-- `http_response` raises no error, so that the page can show a message when the network is down. A cached answer is used
-- for 30 seconds, and without a new one for up to an hour. Returns the feed and whether it is old.
local function read_feed()
  if params.url == nil then return require("timetable")(now), false end
  local fresh = http_response(params.url, { timeout = 5, cache_ttl = 30 })
  local answer = fresh.ok and fresh or http_response(params.url, { timeout = 1, cache_ttl = 3600 })
  if not fresh.ok then log_warn("departures: " .. (fresh.error or "status " .. fresh.status)) end
  if not answer.ok then return nil end
  local is_json, feed = pcall(json_decode, answer.body)
  if is_json and type(feed) == "table" and type(feed.departures) == "table" then return feed, not fresh.ok end
  log_warn("departures: the answer has no list of departures")
  return nil
end

-- The feed may contain anything, so check it. Incomplete rows are skipped.
local function text(value) return type(value) == "string" and value ~= "" and value or nil end

local function read_departure(entry)
  if type(entry) ~= "table" or type(entry.time) ~= "number" or not text(entry.line) then return nil end
  local delay = type(entry.delay) == "number" and math.max(0, round(entry.delay)) or 0
  local leaves = entry.time + delay * 60
  if leaves < now + params.walk * 60 then return nil end
  local cancelled = entry.cancelled == true
  return {
    leaves = leaves,
    planned = round(entry.time),
    line = entry.line,
    to = text(entry.to) or "–",
    platform = text(entry.platform),
    remark = cancelled and "cancelled" or delay > 0 and "+" .. delay or nil,
    cancelled = cancelled,
  }
end

local feed, is_old = read_feed()
grid.header(feed and text(feed.station) or "Departures", is_old and "offline" or nil)
if feed == nil then return grid.note("No departures at the moment", "The feed does not answer.", 120) end

local departures = {}
for _, entry in ipairs(feed.departures) do
  departures[#departures + 1] = read_departure(entry)
end
if #departures == 0 then return grid.note("Nothing leaves in the next hours", nil, 600) end
table.sort(departures, function(a, b)
  -- Departures of the same minute are sorted by line. Otherwise their order could change from picture to picture.
  if a.leaves ~= b.leaves then return a.leaves < b.leaves end
  return a.line .. a.to < b.line .. b.to
end)

-- 2. Lay out the page -----------------------------------------------------------------------------------------------

local GENEROUS, COMFORTABLE, TIGHT = px(37), px(26), px(18) -- heights of a row
local list_top, list_height = page.top + px(8), page.bottom - page.top - px(8)

local count = math.min(#departures, params.rows or list_height // GENEROUS)
local columns = 1
if not page.upright and count * COMFORTABLE > list_height then columns = 2 end
local per_column = math.min((count + columns - 1) // columns, list_height // TIGHT)
count = math.min(count, per_column * columns)

-- A few rows are not spread over the page: they are at its top.
local row_height = math.min(list_height // per_column, px(44))
local gutter = px(32)
local column_width = (page.inner - (columns - 1) * gutter) // columns

-- All sizes in a row follow from its height. Capitals are two thirds of their font size high, so the baseline is a third
-- of the font size below the middle of the row.
local size = math.min(px(24), round(row_height * 0.62))
local badge = { height = round(row_height * 0.72), radius = px(4), width = round(size * 2.9) }
local line_size = round(size * 0.86)
-- A platform has a box of its own if the text in it is large enough to be read.
local is_boxed = row_height >= COMFORTABLE
local spot = { size = badge.height, text = is_boxed and round(badge.height * 0.62) or size, boxed = is_boxed }

local x_badge = round(size * 3.1)
local x_to = x_badge + badge.width + round(size * 0.7)
local x_platform = column_width - spot.size

local rows = {}
for index = 1, count do
  local row = departures[index]
  local column, place = (index - 1) // per_column, (index - 1) % per_column
  local top = list_top + place * row_height
  local middle = top + row_height // 2
  row.time = time_format(row.planned, "%H:%M", zone)
  row.x = page.margin + column * (column_width + gutter)
  row.y = middle + round(size * 0.33)
  row.badge_y = middle - badge.height // 2
  row.line_y = middle + round(line_size * 0.33)
  row.spot_y = middle - spot.size // 2
  row.spot_text_y = middle + round(spot.text * 0.33)
  -- Lines between rows are drawn only where they are lighter than the text, or far enough from it.
  if place > 0 and (is_boxed or page.line ~= page.ink) then row.rule_y = top end
  row.line = metrics.fit(row.line, line_size, badge.width - px(6))
  -- Lines with a number only are trams and buses: they get an outlined badge, trains a filled one.
  row.outlined = row.line:match("^%a") == nil
  if row.platform and metrics.width_of(row.platform, spot.text) > spot.size - px(4) then row.platform = nil end
  local remark_width = row.remark and metrics.width_of(row.remark, size) + round(size * 0.6) or 0
  row.to = metrics.fit(row.to, size, x_platform - round(size * 0.6) - remark_width - x_to)
  row.remark_x = x_platform - round(size * 0.6)
  rows[index] = row
end

-- 3. Refresh when the first departure has left: until then only delays can change the page -------------------------------

local leaves = math.max(0, departures[1].leaves - params.walk * 60 - now)
local refresh = math.max(30, math.min(leaves + 1, 300))

return {
  data = {
    page = page, rows = rows, size = size, line_size = line_size, badge = badge, spot = spot,
    x = { badge = x_badge, to = x_to, platform = x_platform }, column_width = column_width,
    edge = math.max(1, px(1.5)),
  },
  refresh_rate = refresh,
}
