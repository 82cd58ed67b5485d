-- The state of the device itself: battery, signal, firmware, address.
local grid = require("lib/page")
local page, px, round = grid.page, grid.px, grid.round

grid.header(device.name or "Display", device.mac)
local voltage = device.battery_voltage or 4.0
local charge = math.max(0, math.min(1, (voltage - 3.3) / 0.85))
local signal = device.rssi or -60
local bars = math.max(0, math.min(5, (signal + 95) // 10))

local top = page.top + px(34)
local width = page.upright and page.inner or (page.inner - px(40)) // 2
local body = { x = page.margin, y = top, width = width - px(16), height = px(96), edge = px(5) }
local inner = body.width - 4 * body.edge
local steps = {}
local step_x = page.upright and page.margin or page.margin + width + px(40)
local step_y = page.upright and top + px(220) or top
for n = 1, 5 do
  local height = px(16) + n * px(16)
  steps[n] = { x = step_x + (n - 1) * px(44), y = step_y + px(96) - height, width = px(34), height = height, full = n <= bars }
end

local facts = {
  { "Model", device.model or "unknown" }, { "Firmware", device.firmware_version or "unknown" },
  { "Panel", layout.width .. " × " .. layout.height .. ", " .. layout.color_count .. " inks" }, { "Friendly id", device.friendly_id or "none" },
}
local rows = {}
local rows_y = page.upright and step_y + px(200) or top + px(200)
for n, fact in ipairs(facts) do
  rows[n] = { y = rows_y + n * px(34), label = fact[1], value = fact[2] }
end

return {
  data = {
    page = page, body = body, cap = { x = body.x + body.width, y = top + px(28), width = px(14), height = px(40) },
    level = math.max(1, round(inner * charge)), steps = steps, rows = rows, value_x = page.margin + px(150), size = px(22), figure = px(34),
    voltage = string.format("%.3f V", voltage), percent = round(charge * 100) .. " %", battery_y = top + px(142),
    signal = signal .. " dBm", signal_x = step_x, signal_y = step_y + px(142), battery_right = body.x + body.width,
  },
}
