-- A picture as hard as a photo: no two neighbouring pixels are equal.
return { data = { shift = (device.battery_voltage or 0) * 10 % 40 }, refresh_rate = 60 }
