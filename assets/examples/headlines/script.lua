-- The headlines of a web page. Shows how to read HTML with CSS selectors, how to break text into lines, and what to do
-- when the page was redesigned and the selectors find nothing.

local grid = require("lib/page")
local page, px, round = grid.page, grid.px, grid.round
local metrics = require("lib/text")

local RETRY = 600

grid.header(params.title)

-- 1. Get the page; without network, a copy from the last hours -------------------------------------------------------

local answer = http_response(params.url, { timeout = 8, cache_ttl = 600 })
if not answer.ok then
  log_warn("headlines: " .. (answer.error or "status " .. answer.status))
  answer = http_response(params.url, { timeout = 1, cache_ttl = 6 * 3600 })
end
if not answer.ok then return grid.note("No headlines at the moment", "The page does not answer.", RETRY) end

-- 2. Find the headlines ---------------------------------------------------------------------------------------------

-- The text of an element with normalized white space; nil if it has none.
local function text_of(node, selector)
  local found = selector ~= "" and node:select_one(selector) or nil
  local text = found and found:text():gsub("%s+", " "):match("^ ?(.-) ?$")
  return text ~= "" and text or nil
end

local headlines = {}
-- An invalid selector raises an error. As it comes from the config, name the param in the message.
local is_fine, problem = pcall(function()
  for _, item in ipairs(html_parse(answer.body):select(params.item)) do
    local title = text_of(item, params.headline)
    if title then headlines[#headlines + 1] = { title = title, detail = text_of(item, params.detail or "") } end
  end
end)
if not is_fine then log_warn("headlines: " .. tostring(problem)) end
if #headlines == 0 then
  return grid.note("No headlines on this page", "It may have changed: look at the selectors.", RETRY)
end

-- 3. Break them into lines and fill the page ------------------------------------------------------------------------

-- At most `most` lines of at most `room` pixels; if the text is longer, the last one ends in an ellipsis.
local function wrap(text, size, room, most)
  local lines, line = {}, ""
  for word in text:gmatch("%S+") do
    local longer = line == "" and word or line .. " " .. word
    if line ~= "" and metrics.width_of(longer, size) > room then
      if #lines == most - 1 then
        lines[most] = metrics.fit(line .. " " .. word .. " …", size, room)
        return lines
      end
      lines[#lines + 1] = line
      line = word
    else
      line = longer
    end
  end
  lines[#lines + 1] = metrics.fit(line, size, room)
  return lines
end

local size = px(22)
local leading = round(size * 1.22)
local number_width = px(40)
local room = page.inner - number_width
local gap = px(14)

local entries, y = {}, page.top + px(12)
for number, headline in ipairs(headlines) do
  local detail_width = headline.detail and metrics.width_of(headline.detail, page.caption) + px(14) or 0
  local lines = wrap(headline.title, size, room, 2)
  -- The small print follows on the last line if it fits there; otherwise it gets a line of its own.
  local last_width = metrics.width_of(lines[#lines], size)
  local follows = last_width + detail_width <= room
  local height = #lines * leading + (headline.detail and not follows and leading or 0)
  if y + height > page.bottom then break end
  local entry = { number = tostring(number), y = y + size, lines = {}, rule_y = number > 1 and y - gap // 2 or nil }
  for n, line in ipairs(lines) do entry.lines[n] = { text = line, y = y + size + (n - 1) * leading } end
  if headline.detail then
    entry.detail = {
      text = metrics.fit(headline.detail, page.caption, room),
      x = page.margin + number_width + (follows and last_width + px(12) or 0),
      y = entry.lines[#lines].y + (follows and 0 or leading),
    }
  end
  entries[number] = entry
  y = y + height + gap
end

return {
  data = { page = page, entries = entries, size = size, x = page.margin + number_width },
}
