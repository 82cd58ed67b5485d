/**
 * Lua programs that call every standard function with odd arguments and collect a line for each call, for comparison with the
 * program `lua5.4`. What is left out of them is in docs/lua-api.md, under "What is there of Lua".
 */

const VALUES = String.raw`
local VALUES = { nil, true, false, 0, 1, -1, 3, 10, 64, -64, 256, -0.0, 1.0, 2.5, -2.5, 1e15, 1e100, 1/0, -1/0, 0/0,
  math.maxinteger, math.mininteger, 2^53 - 1, 2^63, "", " ", "10", " 12 ", "1.5", "0x1F", "abc", "a\0b", "é", "€😀", "\xff",
  "\xed\xa0\x80", "%d", "(", "[", "%", "^a", {}, { 1, 2, 3 }, { "b", "a" }, rawlen }
local COUNT = 45
`;

/** Results of sine and similar functions may differ in the last digit; some messages depend on the build of Lua 5.4. */
const SHOW = String.raw`
local out = {}
local one
local function hidden(text) return (text:gsub('^("%a+: )0?x?%x+"$', '%1ADDRESS"')) end
function one(v)
  if type(v) == "string" then
    return (("%q"):format(v):gsub("\\\n", "\\n"):gsub("[\128-\255]", function(c) return ("\\x%02x"):format(c:byte()) end))
  end
  if type(v) == "number" then
    if v ~= v then return "nan" end
    return math.type(v) == "float" and ("%.13gf"):format(v) or tostring(v)
  end
  if type(v) ~= "table" then return type(v) == "function" and "function" or tostring(v) end
  local items = {}
  for i = 1, #v do items[i] = one(v[i]) end
  return "{" .. table.concat(items, ",") .. "}"
end
local function shown(ok, ...)
  local parts = { ok and "=" or "error" }
  for i = 1, math.min(select("#", ...), 6) do parts[#parts + 1] = hidden(one((select(i, ...)))) end
  return (table.concat(parts, " "):gsub("atan2'", "atan'"):gsub("#%d (to 'math%.fmod').*", "#n %1"):gsub("#%d (to '%w*%.?remove')", "#n %1"))
end
local function fresh(v)
  return type(v) == "table" and table.move(v, 1, #v, 1, {}) or v
end
local function try(name, f, ...)
  local written = {}
  for i = 1, select("#", ...) do written[i] = one((select(i, ...))) end
  out[#out + 1] = name .. "(" .. table.concat(written, ", ") .. ") " .. shown(pcall(f, ...))
end
`;

/** Every function of a library with none, one and two odd arguments. */
function pairsProgram(library: string, names: string): string {
  return `${VALUES}${SHOW}
    for name in ("${names}"):gmatch("%S+") do
      local f = ${library}[name]
      try(name, f)
      for i = 1, COUNT do
        try(name, f, fresh(VALUES[i]))
        for j = 1, COUNT do try(name, f, fresh(VALUES[i]), fresh(VALUES[j])) end
      end
    end`;
}

const POSITIONS = `local NUM = { nil, 0, 1, 2, 3, -1, -2, 10, -10, 1.0, 1.5, math.maxinteger, math.mininteger, "2", "x", {} }
  local LAST = 16
`;

export const ODD_ARGUMENTS: Readonly<Record<string, string>> = {
  'the base library': pairsProgram(
    '_G',
    'tonumber tostring type rawlen rawequal rawget select ipairs next getmetatable assert',
  ),
  'string, first half': pairsProgram('string', 'byte char find format gmatch len lower'),
  'string, second half': pairsProgram('string', 'match reverse sub upper gsub'),
  math: pairsProgram(
    'math',
    'abs acos asin atan ceil cos deg exp floor fmod log max min modf rad sin sqrt tan tointeger type ult',
  ),
  table: pairsProgram('table', 'concat pack remove sort unpack insert'),
  utf8: pairsProgram('utf8', 'char codepoint codes len offset'),

  'flags and letters of string.format': `${VALUES}${SHOW}
    local flags = { "", "-", "+", " ", "0", "#", "5", "-8", "05", "+.3", ".0", ".2", "10.4", "020.5", ".", "99", "100", "+ 05", ".100" }
    for _, flag in ipairs(flags) do
      for letter in ("d i u c x X o e E f F g G a s q % y"):gmatch("%S+") do
        for i = 1, COUNT do
          local v = VALUES[i]
          if type(v) ~= "table" and type(v) ~= "function" then try(flag .. letter, string.format, "%" .. flag .. letter, v) end
        end
      end
    end`,

  'positions in texts': `${SHOW}${POSITIONS}
    for _, subject in ipairs({ "", "abc", "añb", "a\\0b", 123 }) do
      for i = 1, LAST do
        for j = 1, LAST do
          try("sub", string.sub, subject, NUM[i], NUM[j])
          try("byte", string.byte, subject, NUM[i], NUM[j])
          try("rep", string.rep, subject, type(NUM[i]) == "number" and NUM[i] < 20 and NUM[i] or 2, NUM[j])
        end
        for _, pattern in ipairs({ "", "b", "^a", ".", "()", "%f[%w]", "[^b]" }) do
          try("find", string.find, subject, pattern, NUM[i])
          try("plain", string.find, subject, pattern, NUM[i], true)
          try("match", string.match, subject, pattern, NUM[i])
        end
        for _, form in ipairs({ "B", "<i4", "z", "s1" }) do try("unpack", string.unpack, form, subject, NUM[i]) end
      end
    end`,

  'positions in lists': `${SHOW}${POSITIONS}
    for _, list in ipairs({ {}, { 1 }, { 3, 1, 2 }, { "a", "b" }, { 1, "x", 2.5 } }) do
      for i = 1, LAST do
        for j = 1, LAST do
          local far = NUM[i] == math.mininteger or NUM[j] == math.maxinteger
          if not far then
            try("concat", table.concat, list, ",", NUM[i], NUM[j])
            try("unpack", table.unpack, list, NUM[i], NUM[j])
            try("move", table.move, list, NUM[i], NUM[j], 1, {})
          end
          local copy = fresh(list)
          try("insert", table.insert, copy, NUM[i], NUM[j])
          out[#out] = out[#out] .. one(copy)
          copy = fresh(list)
          try("remove", table.remove, copy, NUM[i])
          out[#out] = out[#out] .. one(copy)
        end
      end
    end`,

  'positions in UTF-8': `${SHOW}${POSITIONS}
    for _, s in ipairs({ "", "abc", "añ€😀", "\\xff", "a\\xed\\xa0\\x80b", "\\xf4\\x90\\x80\\x80", "\\xc0\\x80" }) do
      for i = 1, LAST do
        for j = 1, LAST do
          try("len", utf8.len, s, NUM[i], NUM[j])
          try("lax", utf8.len, s, NUM[i], NUM[j], true)
          try("codepoint", utf8.codepoint, s, NUM[i], NUM[j])
          try("offset", utf8.offset, s, NUM[i], NUM[j])
        end
      end
      try("codes", function() local all = {} for p, c in utf8.codes(s) do all[#all + 1] = p all[#all + 1] = c end return all end)
    end`,

  'packed values': `${VALUES}${SHOW}
    for form in ("b B h H i I j J f d n s1 s2 z x i1 i3 i7 i8 i16 i17 I0 c3 c <i4 >i4 =i4 !4i8 !3i4 Xi4 X i4i2 q"):gmatch("%S+") do
      for i = 1, COUNT do
        local v = VALUES[i]
        if type(v) ~= "table" and type(v) ~= "function" then try(form, string.pack, form, v) end
      end
      try("packsize", string.packsize, form)
      try("unpack", string.unpack, form, ("\\1"):rep(20))
    end`,

  patterns: String.raw`${SHOW}
    local patterns = { "", "a", ".", "%a+", "(%a)(%d)", "(", ")", "%", "[", "[a", "[]", "[]]", "[^]]", "[%]", "[a-", "[z-a]", "%b",
      "%b(", "%b()", "%f", "%f[a]", "%1", "(a)%1", "(a)%2", "()", "a-", "a*", "a?", "^", "$", "^$", "a$b", "%g", "%c", "%x", "\0",
      "[\0-\31]", "%u%l", "(.-)%s", ".-", "(a*(.)%w(%s*))" }
    for _, p in ipairs(patterns) do
      for _, s in ipairs({ "", "a", "ab1 b2", "(a(b)c)", "a\0b", "ÄÖ", "aaa" }) do
        try("find", string.find, s, p)
        try("match", string.match, s, p)
        for _, replacement in ipairs({ "<%0>", "%1", "%2", "%", "%%", { a = 1, b = false } }) do
          try("gsub", string.gsub, s, p, replacement)
          try("gsub once", string.gsub, s, p, replacement, 1)
        end
        try("gmatch", function()
          local found = {}
          for x, y in string.gmatch(s, p) do found[#found + 1] = tostring(x) .. tostring(y) end
          return found
        end)
      end
    end`,

  'numbers in texts': String.raw`${SHOW}
    local texts = { "", " ", "1", "-1", "+1", "1e", "1e5", "0x", "0x.8p1", "0x1p-2", "1e400", "-1e400", "9223372036854775807",
      "9223372036854775808", "0xffffffffffffffffff", "1 ", "1\n", "1\0", ".", ".e1", "5.", "0x5.", "inf", "nan", "0b1", "1_0", "--1",
      "- 1", "1.2.3", "0x1g", "1f" }
    for _, text in ipairs(texts) do
      try("tonumber", tonumber, text)
      for _, base in ipairs({ 2, 8, 10, 16, 36, 1, 37, 2.5, "16" }) do try("tonumber", tonumber, text, base) end
      try("sum", function() return text + 1 end)
    end`,

  'dates of whole seconds': `${SHOW}
    local keys = { "year", "month", "day", "hour", "min", "sec", "wday", "yday", "isdst" }
    local function fields(t) local all = {} for i, k in ipairs(keys) do all[i] = k .. "=" .. tostring(t[k]) end return all end
    for letter in ("a A b B c C d D e F g G h H I j m M n p r R S t T u U V w W x X y Y z % Ec EC Ex EX Ey EY Od Oe OH Om OS OV Oy"):gmatch("%S+") do
      for _, t in ipairs({ 0, 1, -1, 1700000000, 951782400, 4102444800, -2208988800, 253402300799, 86399, 2^31, -2^31, "0" }) do
        try(letter, os.date, "!%" .. letter, t)
      end
    end
    for _, t in ipairs({ 0, -1, 1700000000, 951782400 }) do
      try("table", function() return fields(os.date("!*t", t)) end)
      try("other", os.date, "!*tx", t)
    end
    for _, t in ipairs({ {}, { year = 2024 }, { year = 2024, month = 2, day = 30 }, { year = 2024, month = 14, day = -3 },
      { year = 2024, month = 1, day = 1, hour = 25, min = -1, sec = 3600 }, { year = "2024", month = "2", day = "3" },
      { year = 2024.5, month = 1, day = 1 }, { year = "x", month = 1, day = 1 }, { year = 2024, month = 1, day = 1, hour = "a" },
      { year = 2^40, month = 1, day = 1 }, { year = 10000, month = 1, day = 1 }, { year = 2024, month = {}, day = 1 } }) do
      try("time", function() local time = os.time(t) return { time, table.unpack(fields(t)) } end)
    end`,
};
