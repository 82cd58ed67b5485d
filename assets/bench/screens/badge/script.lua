-- A name, a team and a QR code: a picture that stays the same.
local grid = require("lib/page")
local page, px = grid.page, grid.px
local metrics = require("lib/text")

local edge = page.upright and px(260) or px(232)
local code, side = qr_svg("https://people.example/desk/" .. params.desk .. "?name=" .. url_encode(params.name), {
  x = page.upright and page.width // 2 or page.right, y = page.bottom,
  anchor = page.upright and "bottom" or "bottom-right", size = edge, margin = 0,
})
local room = page.upright and page.inner or page.inner - side - px(36)
local first, last = params.name:match("^(%S+)%s+(.+)$")
local function largest(text, sizes)
  for _, size in ipairs(sizes) do
    if metrics.width_of(text, px(size)) * metrics.SERIF <= page.inner then return px(size) end
  end
  return px(sizes[#sizes])
end
local size = math.min(largest(first or params.name, { 104, 88, 72, 56 }), largest(last or "", { 104, 88, 72, 56 }))

return {
  data = {
    page = page, code = code, first = first or params.name, last = last or "", size = size,
    first_y = px(40) + size, last_y = px(44) + 2 * size,
    team = metrics.fit(params.team, px(30), room), team_y = (page.upright and page.bottom - side - px(90) or page.bottom - px(44)),
    desk = "Desk " .. params.desk, desk_y = (page.upright and page.bottom - side - px(56) or page.bottom - px(8)),
    team_size = px(30), band = px(10),
  },
}
