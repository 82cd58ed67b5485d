-- One of several photos over the whole panel, and the battery voltage, which makes one picture differ from the next.
return {
  data = { file = "photo-" .. (params.photo or 0) .. ".jpg", stamp = device.battery_voltage or 0 },
  refresh_rate = 60,
}
