-- The menu of a canteen: five days with two dishes each, today's marked.
local grid = require("lib/page")
local page, px = grid.page, grid.px
local metrics = require("lib/text")
local draw = require("lib/draw")

local now = time_now("day", "UTC")
local week = time_format(now, "%V", "UTC")
grid.header("Canteen", "Week " .. tonumber(week))

local MAINS = {
  "Barley risotto with roasted pumpkin", "Chicken in lemon sauce, rice", "Trout, parsley potatoes", "Beef goulash, spaetzle",
  "Gnocchi with sage butter", "Lamb curry, basmati rice", "Pork roast, red cabbage", "Turkey piccata, tagliatelle",
}
local GREENS = {
  "Chickpea stew with spinach", "Vegetable lasagne", "Stuffed peppers, couscous", "Potato and leek gratin",
  "Red lentil dal, naan", "Mushroom stroganoff", "Falafel, hummus, salad", "Tofu stir-fry, rice noodles",
}
local pick = draw.numbers("menu " .. week)
local main, green = pick(#MAINS), pick(#GREENS)
local today = tonumber(time_format(now, "%u", "UTC"))
local monday = now - (today - 1) * 86400

local days = {}
local height = (page.bottom - page.top - px(12)) // 5
local x = page.margin + px(120)
local room = page.right - x - px(92)
for n = 1, 5 do
  local top = page.top + px(12) + (n - 1) * height
  days[n] = {
    y = top, height = height - px(6), today = n == today,
    name = time_format(monday + (n - 1) * 86400, "%A", "UTC"):sub(1, 9),
    date = time_format(monday + (n - 1) * 86400, "%-d %b", "UTC"),
    first = metrics.fit(MAINS[(main + 3 * n) % #MAINS + 1], px(20), room), first_price = string.format("%d.%d0", 9 + pick(4), pick(9)),
    second = metrics.fit(GREENS[(green + 3 * n) % #GREENS + 1], px(20), room), second_price = string.format("%d.%d0", 7 + pick(3), pick(9)),
  }
end

return { data = { page = page, days = days, x = x, size = px(20), pad = px(12), first_y = (height - px(6)) // 2 - px(7), second_y = (height - px(6)) // 2 + px(21) } }
