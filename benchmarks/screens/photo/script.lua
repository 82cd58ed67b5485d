-- A photo that a script has processed: another part of it for each battery voltage.
local at = math.floor((device.battery_voltage or 0) * 1000) % 1000 / 4000
local href = image_process(read_asset("photo.jpg"), {
  width = layout.width,
  height = layout.height,
  crop = { x = at, y = at, width = 0.7, height = 0.7 },
  preset = "eink",
})
return { data = { href = href }, refresh_rate = 60 }
