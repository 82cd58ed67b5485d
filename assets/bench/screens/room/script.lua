-- The sign of a meeting room: free or taken, until when, and what follows.
local grid = require("lib/page")
local page, px = grid.page, grid.px
local metrics = require("lib/text")
local feed = require("lib/feed")

local room = feed.json("/bookings", { room = params.room })
local now = tonumber(time_format(time_now("minute"), "%H", "UTC")) * 60 + tonumber(time_format(time_now("minute"), "%M", "UTC"))
local function clock(minutes) return string.format("%d:%02d", minutes // 60, minutes % 60) end

local current, rest = nil, {}
for _, booking in ipairs(room.bookings) do
  if booking.from <= now and now < booking.to then current = booking end
  if booking.from > now then rest[#rest + 1] = booking end
end

local head = page.upright and px(250) or page.height * 46 // 100
local title = current and current.title or "Free"
local until_text = current and "until " .. clock(current.to) or (rest[1] and "until " .. clock(rest[1].from) or "for the rest of the day")

local rows = {}
local top, height = head + px(20), px(46)
local x = page.margin + px(150)
for n, booking in ipairs(rest) do
  if top + n * height > page.bottom + px(12) then break end
  rows[n] = {
    y = top + (n - 1) * height + px(30), rule_y = n > 1 and top + (n - 1) * height or nil,
    time = clock(booking.from) .. "–" .. clock(booking.to),
    title = metrics.fit(booking.title, px(22), page.right - x - px(170)), who = metrics.fit(booking.who, page.body, px(160)),
  }
end

return {
  data = {
    page = page, taken = current ~= nil, head = head, rows = rows, x = x, size = px(22),
    room = params.room, room_y = px(66), room_size = px(44), name = room.name, seats = room.seats .. " seats",
    title = metrics.fit(title, px(56) * metrics.SERIF, page.inner), title_size = px(56), title_y = head - px(64),
    note = until_text, note_y = head - px(26), note_size = px(26), none_y = head + px(52),
  },
}
