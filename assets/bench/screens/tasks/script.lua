-- A list of tasks with boxes to tick: what is done is struck out.
local grid = require("lib/page")
local page, px = grid.page, grid.px
local metrics = require("lib/text")
local feed = require("lib/feed")

local tasks = feed.json("/tasks", { who = params.who }, 60).tasks
local open = 0
for _, task in ipairs(tasks) do open = open + (task.done and 0 or 1) end
grid.header(params.who, open .. " of " .. #tasks .. " to do")

local size, height = px(24), px(46)
local x = page.margin + px(44)
local rows = {}
for n, task in ipairs(tasks) do
  local top = page.top + px(8) + (n - 1) * height
  if top + height > page.bottom + px(12) then break end
  local title = metrics.fit(task.title, size, page.right - x - px(110))
  rows[n] = {
    y = top + px(32), box_y = top + px(13), rule_y = n > 1 and top or nil, title = title, done = task.done,
    due = task.due, urgent = task.due == "today" and not task.done, strike = { y = top + px(23), width = metrics.width_of(title, size) },
  }
end

return { data = { page = page, rows = rows, x = x, size = size, box = px(22), edge = px(2), tick = px(6) } }
