-- The next departures of a Swiss station. Data from transport.opendata.ch, without a key.

local grid = require("lib/page")
local page, px, round = grid.page, grid.px, grid.round
local metrics = require("lib/text")
local fit, width_of, SERIF = metrics.fit, metrics.width_of, metrics.SERIF

local REFRESH, RETRY = 60, 120
local FRESH, STALE = 45, 900

local WORDS = {
  en = {
    departure = "Departure", line = "Line", to = "Destination", platform = "Platform", as_of = "as of %s",
    offline = "No departures at the moment", retry = "The next attempt follows in two minutes.",
    empty = "No departures in the next hours",
  },
  de = {
    departure = "Abfahrt", line = "Linie", to = "Ziel", platform = "Gleis", as_of = "Stand %s",
    offline = "Gerade keine Abfahrten", retry = "Der nächste Versuch folgt in zwei Minuten.",
    empty = "Keine Abfahrten in den nächsten Stunden",
  },
}

local words = WORDS[params.language] or WORDS.en
local now = time_now()

local function is_text(value) return type(value) == "string" and value ~= "" end

local function ask(max_age)
  return http_response(params.api .. "/stationboard", {
    -- More than the page shows, since departures that cannot be reached in time are dropped.
    params = { station = params.station, limit = 40 },
    timeout = 4,
    cache_ttl = max_age,
  })
end

-- The station board; nil when there is none, with the reason in the log.
local function station_board()
  local answer = ask(FRESH)
  if not answer.ok then
    log_warn("transit: " .. (answer.error or "status " .. answer.status .. ": " .. answer.body:sub(1, 200)))
    answer = ask(STALE)
  end
  if not answer.ok then return nil end
  local parsed, result = pcall(json_decode, answer.body)
  if parsed and type(result) == "table" and type(result.stationboard) == "table" then return result end
  log_warn("transit: the answer is no station board")
  return nil
end

-- "S3", "IC8", "12": trains have a category and a number, buses and trams a number only.
local function line_of(journey)
  local kind = is_text(journey.category) and journey.category or ""
  local number = is_text(journey.number) and journey.number or ""
  local is_local = kind == "B" or kind == "T" or kind == "BUS" or kind == "NFB" or kind == "NFT" or kind == "BN"
  if is_local and number ~= "" then return number, false end
  if number:sub(1, #kind) == kind or #number > 3 then number = "" end
  return kind .. number, not is_local
end

-- One departure for the page; nil when the data is incomplete or it leaves too soon.
local function read_journey(journey)
  local stop = type(journey) == "table" and journey.stop
  if type(stop) ~= "table" or type(stop.departureTimestamp) ~= "number" or not is_text(stop.departure) then return nil end
  -- The answer has local times with their UTC offset, so no time zone is needed.
  local time, hours, minutes = stop.departure:match("T(%d%d:%d%d).-([+-]%d%d):?(%d%d)$")
  if time == nil then return nil end
  local delay = type(stop.delay) == "number" and math.max(0, round(stop.delay)) or 0
  local leaves = stop.departureTimestamp + delay * 60
  if leaves < now + params.walk * 60 then return nil end
  local planned = is_text(stop.platform) and stop.platform or ""
  local prognosis = type(stop.prognosis) == "table" and stop.prognosis.platform
  local line, is_train = line_of(journey)
  local platform = is_text(prognosis) and prognosis or planned
  return {
    time = time,
    zone = hours .. ":" .. minutes,
    leaves = leaves,
    delay = delay > 0 and "+" .. delay or nil,
    line = line,
    is_train = is_train,
    to = is_text(journey.to) and journey.to or "–",
    platform = platform:gsub("!$", ""),
    platform_changed = platform:find("!$") ~= nil or (is_text(prognosis) and planned ~= "" and prognosis ~= planned),
  }
end

local header_y = page.margin + px(28)
local rule_y = header_y + px(16)
local captions_y = rule_y + px(24)
local list_y = captions_y + px(8)

local board = station_board()
local name = board and type(board.station) == "table" and board.station.name
local station = is_text(name) and name or params.station

local departures = {}
for _, journey in ipairs(board and board.stationboard or {}) do
  local departure = read_journey(journey)
  if departure then departures[#departures + 1] = departure end
end
table.sort(departures, function(a, b)
  if a.leaves ~= b.leaves then return a.leaves < b.leaves end
  return a.line < b.line
end)

local header = { y = header_y, rule_y = rule_y }
local function note(title, hint)
  local middle = round((rule_y + page.bottom) / 2)
  header.station = fit(station, page.title * SERIF, page.inner)
  return {
    data = {
      page = page,
      header = header,
      note = { title = title, title_y = middle, hint = hint, hint_y = middle + px(34) },
    },
    refresh_rate = RETRY,
  }
end
if board == nil then return note(words.offline, words.retry) end
if #departures == 0 then return note(words.empty) end

header.as_of = words.as_of:format(time_format(now, "%H:%M", departures[1].zone))
header.station = fit(
  station, page.title * SERIF, page.inner - width_of(header.as_of, page.lead) - px(28))

-- Rows of equal height fill the page. If the param `limit` asks for fewer, they are at the top.
local room = page.bottom - list_y
local most = math.max(1, room // px(44))
local count = math.min(#departures, most, params.limit)
local row_height = round(room / most)

-- On a portrait panel the columns are closer together.
local gap = page.upright and 0 or px(14)
local badge_width, badge_height = px(60), px(28)
local columns = {
  time = page.margin,
  delay = page.margin + px(58) + gap // 2,
  badge = page.margin + px(98) + gap,
  to = page.margin + px(170) + 2 * gap,
  platform = page.right,
}
local size = px(22)

-- The largest of three sizes at which the name of a line fits its badge.
local function line_size(line)
  for _, candidate in ipairs({ px(19), px(16) }) do
    if width_of(line, candidate) <= badge_width - px(8) then return candidate end
  end
  return px(13)
end

local rows = {}
for index = 1, count do
  local row = departures[index]
  local top = list_y + (index - 1) * row_height
  -- Capitals are two thirds of their font size high: half of that is between the middle of a row and the baseline.
  local middle = top + row_height // 2
  row.y = middle + round(size * 0.33)
  row.rule_y = index < count and top + row_height or nil
  row.badge_y = middle - badge_height // 2
  row.line_size = line_size(row.line)
  row.line = fit(row.line, row.line_size, badge_width - px(4))
  row.line_y = middle + round(row.line_size * 0.33)
  -- A platform with a long name is left out.
  local platform_width = width_of(row.platform, size)
  if row.platform == "" or platform_width > px(90) then row.platform, platform_width = nil, 0 end
  row.to = fit(row.to, size, columns.platform - platform_width - px(12) - columns.to)
  rows[index] = row
end

return {
  data = {
    page = page,
    header = header,
    words = { departure = words.departure, line = words.line, to = words.to, platform = words.platform },
    columns = columns,
    captions_y = captions_y,
    badge = { width = badge_width, height = badge_height, radius = px(4), edge = math.max(1, px(1.5)) },
    rows = rows,
    size = size,
    delay_size = px(19),
  },
  refresh_rate = REFRESH,
}
