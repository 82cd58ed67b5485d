-- A ball drawn with dots alone: the sign of this server, and what it does to every picture.

local stipple = {}

-- Where the light comes from: from the upper left, towards the viewer.
local LIGHT = { -0.52, -0.58, 0.63 }

-- The dots as one SVG path. `pitch` is the distance of the dots, all lengths in pixels.
function stipple.ball(center_x, center_y, radius, pitch)
  local path = {}
  local step = pitch * math.sqrt(0.5)
  local reach = math.ceil(radius / step)
  for row = -reach, reach do
    for column = -reach, reach do
      -- Every second point of a fine grid: rows of dots at 45 degrees, as in print.
      local x, y = column * step / radius, row * step / radius
      local rest = 1 - x * x - y * y
      if (row + column) % 2 == 0 and rest > 0 then
        local z = math.sqrt(rest)
        local light = math.max(0, x * LIGHT[1] + y * LIGHT[2] + z * LIGHT[3])
        -- Black covers the area that light leaves; some light comes back from below.
        local dark = (1 - light) ^ 1.1 * 0.82
        local dot = pitch * math.sqrt(dark / math.pi)
        if dot > 0.45 then
          path[#path + 1] = ("M%.1f %.1fa%.2f %.2f 0 1 0 %.2f 0a%.2f %.2f 0 1 0 %.2f 0z"):format(
            center_x + x * radius - dot, center_y + y * radius, dot, dot, 2 * dot, dot, dot, -2 * dot)
        end
      end
    end
  end
  return table.concat(path)
end

return stipple
