-- How wide a text is going to be, and how to cut it so that it fits.

local text = {}

-- Advances of the characters 32 to 126 in thousandths of the size of type, measured in the bundled families.
local ADVANCES = {
  sans = {
    200, 289, 426, 497, 497, 824, 609, 249, 303, 303, 418, 497, 249, 311, 249, 350, 497, 497, 497, 497, 497, 497,
    497, 497, 497, 497, 249, 249, 497, 497, 497, 425, 847, 543, 588, 571, 615, 527, 494, 617, 652, 263, 479, 579,
    486, 727, 647, 664, 566, 664, 569, 534, 536, 645, 515, 786, 513, 476, 539, 303, 350, 303, 497, 500, 542, 504,
    553, 456, 555, 496, 292, 504, 544, 246, 247, 495, 255, 829, 547, 542, 555, 555, 347, 419, 338, 544, 467, 719,
    446, 467, 425, 303, 241, 303, 497,
  },
  semibold = {
    200, 315, 482, 513, 513, 841, 639, 275, 324, 324, 438, 513, 275, 322, 275, 344, 513, 513, 513, 513, 513, 513,
    513, 513, 513, 513, 275, 275, 513, 513, 513, 444, 875, 558, 597, 576, 625, 538, 510, 628, 663, 282, 494, 597,
    502, 745, 657, 674, 582, 674, 592, 545, 546, 655, 536, 800, 541, 501, 540, 324, 344, 324, 513, 500, 549, 516,
    563, 462, 564, 507, 317, 520, 558, 262, 263, 522, 271, 843, 560, 549, 564, 564, 373, 431, 361, 556, 495, 748,
    481, 495, 443, 324, 255, 324, 513,
  },
  serif = {
    224, 316, 398, 545, 520, 883, 720, 207, 357, 357, 435, 537, 300, 325, 300, 356, 520, 520, 520, 520, 520, 520,
    520, 520, 520, 520, 300, 300, 537, 537, 537, 431, 861, 669, 639, 627, 708, 599, 579, 679, 777, 379, 384, 681,
    589, 899, 732, 705, 600, 705, 666, 526, 618, 729, 668, 971, 651, 629, 557, 333, 356, 333, 537, 525, 400, 519,
    592, 500, 580, 515, 358, 530, 609, 307, 291, 571, 310, 904, 611, 557, 596, 569, 443, 444, 341, 594, 515, 776,
    538, 522, 460, 341, 301, 341, 537,
  },
}

-- Accented letters and other alphabets, in the mean; characters from U+2E80 on fill a square.
local OTHER, SQUARE = 570, 1000
local ELLIPSIS = 820

local function advance(table_of_face, code)
  if code >= 32 and code <= 126 then return table_of_face[code - 31] end
  return code >= 0x2e80 and SQUARE or OTHER
end

-- The same text with every byte that is no UTF-8 replaced.
local function valid(content)
  content = tostring(content)
  while true do
    local length, bad = utf8.len(content)
    if length then return content end
    content = content:sub(1, bad - 1) .. "?" .. content:sub(bad + 1)
  end
end

-- Width in pixels. `face` is "sans", "semibold" or "serif".
function text.width(content, size, face)
  local advances = ADVANCES[face or "sans"]
  local sum = 0
  for _, code in utf8.codes(valid(content)) do sum = sum + advance(advances, code) end
  return sum * size / 1000
end

-- The text, cut at its end with an ellipsis where it is wider than `room` pixels.
function text.fit(content, size, room, face)
  content = valid(content):gsub("%s+", " ")
  if text.width(content, size, face) <= room then return content end
  local advances = ADVANCES[face or "sans"]
  local left = room * 1000 / size - ELLIPSIS
  local last = 0
  for position, code in utf8.codes(content) do
    left = left - advance(advances, code)
    if left < 0 then break end
    last = utf8.offset(content, 2, position) - 1
  end
  return (content:sub(1, last):gsub("[%s,;:%.%-]+$", "")) .. "…"
end

-- The largest of a few sizes at which the text fits; the smallest when none does.
function text.size_for(content, sizes, room, face)
  for _, size in ipairs(sizes) do
    if text.width(content, size, face) <= room then return size end
  end
  return sizes[#sizes]
end

return text
