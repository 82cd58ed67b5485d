-- Notices of a house from its web page: HTML, selectors, and text that is broken into lines.
local grid = require("lib/page")
local page, px = grid.page, grid.px
local metrics = require("lib/text")
local feed = require("lib/feed")

grid.header("Notices", params.house)
local html = html_parse(feed.ask("/notices", { house = params.house }, 300))

local size, small = px(23), page.body
local x = page.margin + px(118)
local room = page.right - x
local function wrap(text, most)
  local lines, line = {}, ""
  for word in text:gmatch("%S+") do
    local longer = line == "" and word or line .. " " .. word
    if line ~= "" and metrics.width_of(longer, small) > room then
      if #lines == most - 1 then break end
      lines[#lines + 1], line = line, word
    else
      line = longer
    end
  end
  lines[#lines + 1] = metrics.fit(line, small, room)
  return lines
end

local notices, y = {}, page.top + px(14)
for _, item in ipairs(html:select("li.notice")) do
  local lines = wrap(item:select_one("p"):text(), 2)
  local height = px(40) + #lines * px(24) + px(10)
  if y + height > page.bottom + px(10) then break end
  local notice = {
    kind = metrics.fit(item:attr("data-kind"), page.caption, px(88)), kind_y = y + px(8), y = y + px(26),
    title = metrics.fit(item:select_one("h2"):text(), size, room), lines = {},
  }
  for n, line in ipairs(lines) do notice.lines[n] = { text = line, y = y + px(26) + n * px(24) } end
  notices[#notices + 1] = notice
  y = y + height
end

return { data = { page = page, notices = notices, x = x, size = size, kind = { width = px(100), height = px(24), text = px(17) } } }
