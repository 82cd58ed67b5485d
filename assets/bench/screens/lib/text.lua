-- Measures text in the bundled sans-serif font, and cuts it to a width.

-- Widths of the characters 32 to 126 in the semibold sans-serif, in thousandths of the font size.
local WIDTHS = {
  200, 315, 482, 513, 513, 841, 639, 275, 324, 324, 438, 513, 275, 322, 275, 344, 513, 513, 513, 513, 513, 513, 513,
  513, 513, 513, 275, 275, 513, 513, 513, 444, 875, 558, 597, 576, 625, 538, 510, 628, 663, 282, 494, 597, 502, 745,
  657, 674, 582, 674, 592, 545, 546, 655, 536, 800, 541, 501, 540, 324, 344, 324, 513, 500, 549, 516, 563, 462, 564,
  507, 317, 520, 558, 262, 263, 522, 271, 843, 560, 549, 564, 564, 373, 431, 361, 556, 495, 748, 481, 495, 443, 324,
  255, 324, 513,
}
local SERIF = 1.1 -- serif letters are wider by so much

-- Letters of other alphabets count as a little wider than most Latin ones, those of East Asia as squares.
local function char_width(code)
  if code >= 0x2010 and code <= 0x201f then return 450 end -- dashes and quotation marks
  return WIDTHS[code - 31] or (code < 0x2e80 and 580 or 1000)
end

local function clean(text)
  text = tostring(text)
  return utf8.len(text) and text or (text:gsub("[\128-\255]", "?"))
end
local function width_of(text, size)
  local sum = 0
  for _, code in utf8.codes(clean(text)) do sum = sum + char_width(code) end
  return math.ceil(sum * size / 1000)
end

-- The text; cut, with an ellipsis, if it is wider than `room` pixels.
local function fit(text, size, room)
  text = clean(text):gsub("%s+", " ")
  if width_of(text, size) <= room then return text end
  local left, last = room * 1000 / size - 840, 0
  for position, code in utf8.codes(text) do
    left = left - char_width(code)
    if left < 0 then break end
    last = utf8.offset(text, 2, position) - 1
  end
  return (text:sub(1, last):gsub("[%s,;:%.%-]+$", "")) .. "…"
end

return { width_of = width_of, fit = fit, SERIF = SERIF }
