-- The timetable of a class: a grid of thirty boxes with subject, room and teacher; the lesson that runs is filled.
local grid = require("lib/page")
local page, px = grid.page, grid.px
local metrics = require("lib/text")
local draw = require("lib/draw")

grid.header("Class " .. params.class, "Timetable")

local SUBJECTS = { "Maths", "English", "German", "Physics", "History", "Art", "Music", "Biology", "Sports", "French" }
local TEACHERS = { "Keller", "Amrein", "Okafor", "Sutter", "Lindt", "Baumann", "Rossi" }
local DAYS = { "Mon", "Tue", "Wed", "Thu", "Fri" }
local HOURS = { 8, 9, 10, 11, 13, 14 }
local pick = draw.numbers("class " .. params.class)

local now = time_now("hour", "UTC")
local day, hour = tonumber(time_format(now, "%u", "UTC")), tonumber(time_format(now, "%H", "UTC"))
local left, top = page.margin + px(64), page.top + px(36)
local width, height = (page.right - left) // 5, (page.bottom - top) // 6

local size, small = page.upright and px(15) or px(19), page.upright and math.max(10, px(11)) or page.caption
local room = width - px(18)
local days, hours, lessons = {}, {}, {}
for n, name in ipairs(DAYS) do days[n] = { x = left + (n - 1) * width + width // 2, name = name, today = n == day } end
for n, start in ipairs(HOURS) do
  hours[n] = { y = top + (n - 1) * height + height // 2 + px(6), text = string.format("%d:00", start) }
  for column = 1, 5 do
    local free = pick(12) == 1
    lessons[#lessons + 1] = {
      x = left + (column - 1) * width, y = top + (n - 1) * height, free = free,
      runs = column == day and start == hour and not free,
      subject = metrics.fit(SUBJECTS[pick(#SUBJECTS)], size, room),
      detail = metrics.fit(pick(3) * 100 + pick(24) .. " " .. TEACHERS[pick(#TEACHERS)], small, room),
    }
  end
end

return {
  data = {
    page = page, days = days, hours = hours, lessons = lessons, head_y = page.top + px(26), size = size, small = small,
    box = { width = width - px(4), height = height - px(4), subject = height // 2 - px(3), detail = height // 2 + px(17), pad = px(8), bar = px(4) },
  },
}
