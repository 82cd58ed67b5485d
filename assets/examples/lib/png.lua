-- Makes a PNG file from pixels, for pictures that a script computes. In a template:
--
--   <image href="{{ data.picture }}" width="800" height="480" data-tone="continuous"/>
--
-- The pixels are stored without compression ("stored" blocks), so the file is as large as its pixels. That is fine, as it
-- is passed only from the script to the rasterizer.

-- CRC-32 with a table for each byte, as in the appendix of the PNG specification.
local crc_table = {}
for n = 0, 255 do
  local c = n
  for _ = 1, 8 do c = c & 1 == 1 and 0xedb88320 ~ (c >> 1) or c >> 1 end
  crc_table[n] = c
end
local function crc32(bytes)
  local c = 0xffffffff
  for i = 1, #bytes do c = crc_table[(c ~ bytes:byte(i)) & 0xff] ~ (c >> 8) end
  return c ~ 0xffffffff
end

-- Sums of at most 5552 bytes stay below 2^32, as usual in Adler-32; Lua's integers would allow more.
local function adler32(bytes)
  local a, b = 1, 0
  for i = 1, #bytes do
    a = a + bytes:byte(i)
    b = b + a
    if i % 5552 == 0 then a, b = a % 65521, b % 65521 end
  end
  return (b % 65521) << 16 | a % 65521
end

local function chunk(kind, body)
  return string.pack(">I4", #body) .. kind .. body .. string.pack(">I4", crc32(kind .. body))
end

-- The data URI of a grey picture. `rows` is a list of strings, with one byte (0 black … 255 white) for each pixel.
local function grey_png(rows)
  local width, height = #rows[1], #rows
  -- Every row starts with the number of its filter; 0 is none.
  local pixels = "\0" .. table.concat(rows, "\0")
  local blocks = {}
  for first = 1, #pixels, 65535 do
    local block = pixels:sub(first, first + 65534)
    local is_last = first + 65535 > #pixels and 1 or 0
    blocks[#blocks + 1] = string.pack("<I1I2I2", is_last, #block, ~#block & 0xffff) .. block
  end
  local stream = "\x78\x01" .. table.concat(blocks) .. string.pack(">I4", adler32(pixels))
  local header = string.pack(">I4I4I1I1I1I1I1", width, height, 8, 0, 0, 0, 0)
  local png = "\x89PNG\r\n\x1a\n" .. chunk("IHDR", header) .. chunk("IDAT", stream) .. chunk("IEND", "")
  return "data:image/png;base64," .. base64_encode(png)
end

return { grey_png = grey_png }
