/** Scripts in pure Lua, by subject: each must print the same as with the program `lua5.4`. */

export const CORPUS: Readonly<Record<string, string>> = {
  'integers and floats': `
    print(1, 1.0, -0.0, 0.0, 1e15, 1e16, 2^53, 2^63, 1e100, 123456789012345678)
    print(7 // 2, -7 // 2, 7 // -2, 7.0 // 2, -7.5 // 2, 7 % 3, -7 % 3, 7 % -3, -7 % -3, 5.5 % 2, -5.5 % 2)
    print(1 / 0, -1 / 0, 3 // 0.0, -3 // 0.0, 5 % math.huge, -5 % math.huge, 5 % -math.huge)
    print((0 / 0) ~= (0 / 0), pcall(function() return 1 // 0 end))
    print(pcall(function() return 1 % 0 end))
    print(10 / 2, 3 * 1.0, 2 ^ 2, 7 / 7, 1e3, 100 // 1e0)
    print(0.1, 0.1 + 0.2, 1 / 3, 100 / 3, 3.14159265358979, 1e-5, 123.456e10)`,
  'integer overflow': `
    print(math.maxinteger + 1 == math.mininteger, math.mininteger - 1, math.maxinteger * 2, -math.mininteger)
    print(math.mininteger // -1, math.mininteger % -1, math.abs(math.mininteger), 1 << 63, 1 << 64, 1 << -1, -1 >> 1)
    print(9223372036854775807, 9223372036854775808, -9223372036854775808, 0x7fffffffffffffff, 0xffffffffffffffff)
    print(0x1p4, 0xA.8p0, 0x.1p4, 1 == 1.0, math.maxinteger + 0.0 == math.maxinteger, 2^53 == 2^53 + 1)
    print(math.tointeger(3.0), math.tointeger(3.5), math.tointeger("8"), math.tointeger(2^63), math.type(1), math.type(1.0), math.type("1"))
    print(math.ult(1, -1), 5 // 0.3, 3 | 4, 7 & 2, 5 ~ 1, ~0, "10" + 5, "0x10" + 0, "1e1" * 1)
    print(pcall(function() return 1.5 | 1 end))
    print(pcall(function() return "a" | 1 end))
    print(pcall(function() return 2^63 | 1 end))`,
  'numbers from text': `
    for _, s in ipairs({ "10", " 10 ", "0x10", "1e2", "1.", ".5", "1e", "0x", "", " ", "1 2", "inf", "nan", "1_000", "0b1", "-0x1p-2", "９" }) do
      print(("%q"):format(s), tonumber(s), math.type(tonumber(s)))
    end
    print(tonumber("ff", 16), tonumber("zz", 36), tonumber("8", 8), tonumber("-7", 8), tonumber("1.0", 10), tonumber("7fffffffffffffff", 16), tonumber("ffffffffffffffff", 16))
    print(pcall(tonumber, "1", 99))
    print(tostring(1e15), tostring(-1e15), tostring(1e14 + 0.5), 2^24, 1e300 * 1e10, -(0/0) ~= -(0/0))
    print(string.format("%.14g", 0.1), 3 .. "", 3.0 .. "", -0.0 .. "")`,
  'loops over numbers': `
    for i = 1, 3 do print(i) end
    for i = 1.0, 2.5, 0.5 do print(i) end
    for i = 3, 1, -1 do print(i) end
    for i = math.maxinteger - 1, math.maxinteger do print(i) end
    for i = 1, 0 do print("never") end
    for i = 1, math.huge do if i > 3 then break end print(i) end
    for i = 1, 3.9 do print(i) end
    print(pcall(function() for i = 1, 10, 0 do end end))
    print(pcall(function() for i = "a", 2 do end end))
    print(pcall(function() for i = 1, {} do end end))`,
  'string.format': `
    print(("%d %5d %-5d| %05d %+d %i"):format(42, 42, 42, 42, 42, -3))
    print(("%x %X %#x %o %c%c"):format(255, 255, 255, 8, 72, 105))
    print(("%f %.2f %10.3f %-10.1f| %e %.3E %g %G %a"):format(1.5, 2.345, 3.14159, 2.5, 12345.678, 0.00012, 1e20, 1e-10, 1.5))
    print(("%s %10s %-10s| %.2s %q"):format("a", "b", "c", "defg", "line\\n\\0\\r\\t\\"q\\"\\200"))
    print(("%q %q %q %q %q"):format(1, 1.5, math.mininteger, 1/0, true))
    print(("%%  %5.1s|%s %s %s"):format("xyz", nil, true, 12))
    print(("%d"):format(3.0), pcall(string.format, "%d", 3.5))
    print(pcall(string.format, "%d", "x"))
    print(pcall(string.format, "%y", 1))
    print(pcall(string.format, "%d"))
    print(pcall(string.format, "%0100d", 1))
    print(("%s"):format(setmetatable({}, { __tostring = function() return "custom" end })))`,
  patterns: `
    print(("hello world"):find("o w"), ("hello"):find("l+"), ("hello"):find("xyz"), ("a.b"):find(".", 1, true), ("abc"):find("b", -1))
    print(("key = value"):match("^(%w+)%s*=%s*(%w+)$"), ("2024-03-07"):match("(%d+)-(%d+)-(%d+)"))
    print(("abc"):gsub("%w", "%0%0"), ("hello world"):gsub("o", "0", 1), ("abc"):gsub("", "-"))
    print(("hello"):gsub("l", { l = "L" }), ("$name is $age"):gsub("%$(%w+)", { name = "Bo", age = 5 }), ("abc"):gsub("b", function() return false end))
    print(("THE (quick) fox"):find("%((%a+)%)"), ("x(a(b)c)y"):match("%b()"), ("THE END"):gsub("%f[%a]%a+", string.lower))
    print(("  trim  "):match("^%s*(.-)%s*$") .. "|", ("a,b,,c"):gsub(",", ";"), (("x"):rep(3, "-")))
    for k, v in ("a=1, b=2"):gmatch("(%w+)=(%w+)") do print(k, v) end
    for w in ("one two"):gmatch("%a+") do print(w) end
    for p in ("abc"):gmatch("()") do print(p) end
    print(("[]%^"):gsub("[%]%[%^]", "."), ("a-z"):match("[a%-]+"), ("é"):byte(1, -1))
    print(pcall(string.find, "a", "[a"), pcall(string.find, "a", "%"))
    print(pcall(string.gsub, "a", "a", "%2"))
    print(pcall(string.match, "a", "(a"), pcall(string.rep, "x", -1))
    print(("\\0a\\0"):find("\\0", 2, true), ("a\\0b"):match("%z"), #("a\\0b"))
    print(("abc"):gmatch("b", -1)(), ("aXb"):gsub("%u", "%%"))`,
  'string functions': `
    print(("abc"):byte(1, -1), ("abc"):byte(10), string.char(72, 105), ("abc"):sub(2), ("abc"):sub(-2, -1), ("abc"):sub(0), ("abc"):sub(5))
    print(("abc"):upper(), ("ABC"):lower(), ("abc"):reverse(), ("abc"):len(), #"\\u{20AC}", ("x"):rep(0), ("ab"):rep(3))
    print("a" < "b", "a" < "B", "" < "a", "a\\0b" > "a", "10" < "9", "Z" < "a")
    print("\\65\\066\\x43\\z
           D", [[
first newline dropped]], [==[a]]b]==], '\\'', "tab\\tend")
    print(pcall(string.char, 256), pcall(string.char, -1))
    print(pcall(function() return "a" < 1 end))
    print(pcall(function() return {} < {} end))
    print(pcall(function() return "a" .. {} end))
    print(pcall(function() return #5 end))
    print(pcall(function() return -{} end))`,
  'string.pack': `
    local function hex(s) return (s:gsub(".", function(c) return ("%02x"):format(c:byte()) end)) end
    print(hex(string.pack("<i4", 100)), hex(string.pack(">i4", 100)), hex(string.pack("<I2i8", 65535, -2)), hex(string.pack("z", "hi")))
    print(hex(string.pack("s1", "abc")), hex(string.pack("<d", 1.5)), hex(string.pack("<f", -2)), hex(string.pack("!4 i1 i4", 1, 2)), hex(string.pack("<i3", -2)))
    print(string.unpack("<i4", "\\1\\2\\3\\4"), string.unpack(">I2", "\\1\\2"), string.unpack("z", "hello\\0x"), string.unpack("<i3", "\\254\\255\\255"))
    print(string.packsize("<i4i8"), string.packsize("!8 i1 i8"), string.packsize("j"), string.packsize("n"))
    print(pcall(string.pack, "i1", 200), pcall(string.unpack, "<i4", "abc"))
    print(pcall(string.pack, "i17", 1), pcall(string.packsize, "z"))`,
  utf8: `
    print(utf8.char(72, 228, 8364, 128512), utf8.len("häß€😀"), utf8.len("\\xff"), utf8.codepoint("ä€", 1, -1))
    for p, c in utf8.codes("aä€") do print(p, c) end
    print(utf8.offset("aä€b", 3), utf8.offset("aä€b", -1), utf8.offset("aä€b", 9), utf8.len("abc", 4), utf8.len("ä", 2))
    print(pcall(utf8.codepoint, "\\xff"), pcall(utf8.len, "abc", 9))
    print(pcall(function() for _ in utf8.codes("a\\xffb") do end end))
    print(utf8.len("\\u{7FFFFFFF}"), utf8.len("\\u{7FFFFFFF}", 1, -1, true), #utf8.charpattern)
    for c in ("aä€"):gmatch(utf8.charpattern) do print(c) end`,
  tables: `
    local t = { 5, 2, 8, 1 } table.sort(t) print(table.concat(t, " "))
    table.sort(t, function(a, b) return a > b end) print(table.concat(t, ","))
    table.insert(t, 3) table.insert(t, 1, 9) print(table.concat(t, " "), table.remove(t), table.remove(t, 1), #t, table.remove({}))
    print(table.unpack({ 1, 2, 3 }), table.unpack({ 1, 2, 3 }, 2), table.unpack({}, 1, 2), select("#", table.unpack({}, 1, 3)))
    local p = table.pack(1, nil, 3) print(p.n, p[1], p[2], p[3], select("#", nil, nil), select(-1, 1, 2, 3), select(2, "a", "b", "c"))
    print(table.concat(table.move({ 1, 2, 3 }, 1, 3, 2), " "), table.concat({ 1, 2.5, "x" }, "-", 2, 3), table.concat({}, "x"))
    print(next({}), next({ 7 }), rawlen({ 1, 2 }), rawequal(t, t), rawget(t, 1), #"abc", rawlen("abcd"))
    local words = { "pear", "Apple", "fig", "apple" } table.sort(words) print(table.concat(words, " "))
    table.sort(words, function(a, b) return #a < #b or #a == #b and a < b end) print(table.concat(words, " "))
    print(pcall(table.concat, { 1, {}, 3 }))
    print(pcall(table.insert, { 1 }, 5, 2), pcall(table.insert, {}, 1, 2, 3))
    print(pcall(table.sort, { 3, "a", 1 }))
    print(pcall(function() local x = {} x[nil] = 1 end), pcall(function() local x = {} x[0/0] = 1 end))
    print(({ [1.0] = "a", [2^53] = "b" })[1], ({ 10, 20, nil, 40 })[4], #{ 1, 2, 3, nil })
    print(pcall(next, {}, "nokey"), pcall(rawset, 1, 2, 3), pcall(ipairs))
    print(pcall(select, 0), pcall(table.unpack, {}, 1, 1e8))`,
  'closures and scope': `
    local fs = {} for i = 1, 3 do fs[i] = function() i = i + 10 return i end end
    print(fs[1](), fs[1](), fs[2](), fs[3]())
    local function counter() local n = 0 return function() n = n + 1 return n end, function() return n end end
    local inc, get = counter() inc() inc() print(get())
    local x <const> = 5 do local x = 6 print(x) end print(x)
    local function fact(n) return n <= 1 and 1 or n * fact(n - 1) end print(fact(20), fact(21))
    local function va(...) local a, b = ... return select("#", ...), a, b, ... end print(va(1, nil, 3, nil))
    print((va(1, 2)), ({ va(1, 2), va(1, 2) })[2])
    local a, b, c = (function() return 1, 2 end)() print(a, b, c)
    local i, t = 1, {} i, t[i] = i + 1, 20 print(i, t[1], t[2])
    print(load("local x <const> = 1 x = 2"))
    do local n = 0 for i = 1, 3 do for j = 1, 3 do if j == 2 then goto continue end n = n + i * j ::continue:: end end print(n) end
    do local k = 0 ::top:: k = k + 1 if k < 5 then goto top end print(k) end
    print(load("goto nowhere")) print(load("break")) print(load("::a:: ::a::"))`,
  metatables: `
    local V = {} V.__index = V
    V.__add = function(a, b) return setmetatable({ x = a.x + b.x }, V) end
    V.__eq = function(a, b) return a.x == b.x end V.__lt = function(a, b) return a.x < b.x end V.__le = function(a, b) return a.x <= b.x end
    V.__call = function(self, y) return self.x * y end V.__tostring = function(v) return "V(" .. v.x .. ")" end
    V.__len = function(v) return v.x end V.__concat = function(a, b) return "cat" end V.__unm = function(a) return setmetatable({ x = -a.x }, V) end
    V.__idiv = function() return "idiv" end V.__band = function() return "band" end V.__shl = function() return "shl" end V.__bnot = function() return "bnot" end
    local a, b = setmetatable({ x = 1 }, V), setmetatable({ x = 2 }, V)
    print(tostring(a + b), a == b, a < b, a <= b, a > b, a(5), #b, a .. "s", "s" .. a, tostring(-a), a // 1, a & 1, 1 << a, ~a)
    local log = {} local p = setmetatable({}, { __index = function(t, k) log[#log + 1] = "get " .. k return k .. "!" end, __newindex = function(t, k, v) log[#log + 1] = "set " .. k rawset(t, k, v) end })
    print(p.foo, rawget(p, "foo")) p.bar = 1 p.bar = 2 print(p.bar, table.concat(log, ", "))
    print(getmetatable("").__index == string, getmetatable(setmetatable({}, { __metatable = "locked" })), pcall(setmetatable, setmetatable({}, { __metatable = 1 }), {}))
    local iter = setmetatable({}, { __pairs = function() return function(_, k) if not k then return 1, "one" end end, nil, nil end }) for k, v in pairs(iter) do print(k, v) end
    print(setmetatable({}, { __name = "Thing" }) ~= nil, pcall(function() return setmetatable({}, { __name = "Thing" }) + 1 end))
    do local c <close> = setmetatable({}, { __close = function(_, e) print("closed", e) end }) print("inside") end
    print(pcall(function() local c <close> = setmetatable({}, { __close = function(_, e) print("closing on", e) end }) error("boom", 0) end))
    local weak = setmetatable({}, { __mode = "k" }) weak[{}] = 1 print(type(weak))
    print(rawequal(a, b), rawlen(setmetatable({ 1 }, { __len = function() return 9 end })), tostring(setmetatable({}, { __tostring = function() return "T" end })))
    print(pcall(tostring, setmetatable({}, { __tostring = function() return 5 end })))`,
  coroutines: `
    local co = coroutine.create(function(a, b) print("start", a, b) local c = coroutine.yield(a + b) print("got", c) local d, e = coroutine.yield(c * 2) return d, e end)
    print(coroutine.resume(co, 1, 2)) print(coroutine.status(co)) print(coroutine.resume(co, 10)) print(coroutine.resume(co, "x", "y")) print(coroutine.status(co)) print(coroutine.resume(co))
    local gen = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end) print(gen(), gen(), gen())
    local bad = coroutine.create(function() error("oops") end) print(coroutine.resume(bad))
    print(pcall(coroutine.wrap(function() error("in wrap", 0) end)))
    print(coroutine.isyieldable(), select(2, coroutine.running()))
    print(pcall(coroutine.yield, 1))
    print(coroutine.wrap(function() return pcall(function() coroutine.yield("through pcall") error("after") end) end)())
    local c2 = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() print("closed by close") end }) coroutine.yield() end) coroutine.resume(c2) print(coroutine.close(c2), coroutine.status(c2))
    local function perm(a, n) n = n or #a if n <= 1 then coroutine.yield(table.concat(a)) else for i = 1, n do a[n], a[i] = a[i], a[n] perm(a, n - 1) a[n], a[i] = a[i], a[n] end end end
    for p in coroutine.wrap(function() perm({ "a", "b", "c" }) end) do print(p) end
    local c3 c3 = coroutine.create(function() return coroutine.resume(c3) end) print(coroutine.resume(c3))
    for v in coroutine.wrap(function() for _, x in ipairs({ 1, 2 }) do coroutine.yield(x) end end) do print(v) end`,
  'errors and their places': `
    print(pcall(error, "msg")) print(pcall(error, "msg", 0)) print(pcall(error)) print(pcall(error, nil)) print(pcall(error, 42))
    print(pcall(function() error("here") end)) print(pcall(function() error("caller", 2) end)) print(select(2, pcall(error, { 1 }))[1])
    print(pcall(function() local t = nil return t.x end)) print(pcall(function() return undefinedglobal.x end)) print(pcall(function() return ("x").y.z end))
    print(pcall(function() local t = {} t.a.b = 1 end)) print(pcall(function() local t = { f = 1 } t.f() end)) print(pcall(function() local t = {} t:nomethod() end))
    print(pcall(function() return 1 + {} end)) print(pcall(function() local s = "a" return s + 1 end)) print(pcall(function() return 1 < "2" end)) print(pcall(function() return nil .. "x" end))
    print(pcall(function() local a local b = a.field.other end)) print(pcall(function() return math.floor("x") end)) print(pcall(string.rep)) print(pcall(("x").rep, "x", {}))
    print(xpcall(function() error("handled", 0) end, function(m) return "<" .. m .. ">" end)) print(xpcall(function(...) return ... end, print, 1, 2))
    print(pcall(assert, false)) print(pcall(assert, nil, "why")) print(pcall(assert, 1, "unused")) print(pcall(assert))
    print(load("x =")) print(load("for")) print(load("x = = 2", "=chunk")) print(load("local 1 = 2", "@file.lua")) print(load("'unfinished")) print(load("x = 'a\\nb'")) print(load("return '\\\\q'")) print(load("--[[ open"))
    print(load("return ...", "c", "t", {})(7)) print(pcall(load, 5)) print(load(function() return nil end)) print(tostring(nil), tostring(true))
    print(pcall(setmetatable, 1, {})) print(pcall(rawlen, 5)) print(pcall(ipairs)) print(pcall(next, {}, 1)) print(pcall(math.random, 0, -1)) print(pcall(math.random, 1, 2, 3))
    local function deep(n) if n == 0 then error("deep") end deep(n - 1) end print(pcall(deep, 5))
    print(select(2, pcall(string.format, "%s")), select(2, pcall(("x").bad)))`,
  'math functions': `
    print(math.floor(3.7), math.floor(-3.7), math.ceil(3.2), math.ceil(-3.2), math.floor(5), math.floor(1e100), math.fmod(7, 3), math.fmod(-7, 3), math.fmod(7, -3), math.fmod(5.5, 2))
    print(math.max(1, 5, 3), math.min(2.5, 1), math.abs(-5), math.abs(-5.5), math.sqrt(16), math.pi, math.huge, -math.huge, math.modf(3.7), math.modf(-3.7), math.modf(1/0))
    print(("%.10f %.10f %.10f"):format(math.sin(1), math.cos(1), math.tan(1)), ("%.10f %.10f %.10f"):format(math.asin(0.5), math.acos(0.5), math.atan(1, 2)))
    print(("%.10f %.10f"):format(math.exp(1), math.log(10)), math.log(8, 2), math.log(1000, 10), math.log(0), math.deg(math.pi), math.rad(180))
    print(math.maxinteger, math.mininteger, math.maxinteger // 1 | 0, 5 // 1, 2^31, 1 << 31, 1 << 32)
    print(pcall(math.fmod, 1, 0), pcall(math.max), pcall(math.floor, {}))
    math.randomseed(42) local a, b = math.random(100), math.random() math.randomseed(42) print(a == math.random(100), b == math.random())
    math.randomseed(7, 9) print(math.random(1000000), math.random(0), math.random(5, 9), ("%.15g"):format(math.random()))`,
  'a longer program': `
    local function split(s, sep) local out = {} for part in (s .. sep):gmatch("(.-)" .. sep) do out[#out + 1] = part end return out end
    local rows = {} for _, line in ipairs(split("id,name,score\\n1,Ann,9.5\\n2,Bob,7\\n3,Cy,8.25", "\\n")) do rows[#rows + 1] = split(line, ",") end
    local head = table.remove(rows, 1) table.sort(rows, function(a, b) return tonumber(a[3]) > tonumber(b[3]) end)
    for _, r in ipairs(rows) do print(("%-3s|%5s|%6.2f"):format(r[1], r[2], r[3])) end
    local sum = 0 for _, r in ipairs(rows) do sum = sum + r[3] end print(sum, sum / #rows, #head)
    local sieve, primes = {}, {} for i = 2, 100 do if not sieve[i] then primes[#primes + 1] = i for j = i * i, 100, i do sieve[j] = true end end end print(#primes, primes[#primes])
    local memo = setmetatable({}, { __index = function(t, n) local v = n < 2 and n or t[n - 1] + t[n - 2] t[n] = v return v end }) print(memo[90])
    local function ser(v, d) d = d or 0 if type(v) ~= "table" then return tostring(v) end local keys = {} for k in pairs(v) do keys[#keys + 1] = tostring(k) end table.sort(keys) local s = {} for _, k in ipairs(keys) do s[#s + 1] = k .. "=" .. ser(v[k] == nil and v[tonumber(k)] or v[k], d + 1) end return "{" .. table.concat(s, ",") .. "}" end
    print(ser({ 1, 2, { a = 1, b = { c = true } }, x = "y" }))
    local hash = 5381 for c in ("hello world"):gmatch(".") do hash = (hash * 33 ~ c:byte()) & 0xffffffff end print(hash, ("%08x"):format(hash))
    local q = { first = 1, last = 0 } for i = 1, 5 do q.last = q.last + 1 q[q.last] = i * i end while q.first <= q.last do print(q[q.first]) q[q.first] = nil q.first = q.first + 1 end`,
};

/** Scripts that end with an error: file, line and message must be those of `lua5.4`. */
export const FAILING: readonly string[] = [
  'local x = 1\nerror("plain")',
  '\n\nlocal t = nil\nreturn t.field',
  'local function f()\n  return 1 + nil\nend\nlocal y = f()\nreturn y',
  'local t = {}\nt.a.b.c = 1',
  'undefined()',
  'local s = "x"\ns:nope()',
  'return #nil',
  'for i = 1, "x" do end',
  'x = = 1',
  'local a\nlocal b = 5 +\n',
  'if true then',
  'goto missing',
  'local function g() error("level two", 2) end\nlocal function h()\n  g()\nend\nh()',
  'error("no place", 0)',
  'string.rep()',
  'return ("x"):rep(1e10)',
  'local t = setmetatable({}, { __index = function(t, k) error("no field " .. k) end })\nprint(t.foo)',
  'table.sort({ 1, "x" })',
  'local x <close> = 5',
  'return {} < {}',
  'return 1 < "x"',
  'return 2^53 | 0.5',
  'assert(false, "asserted")',
  'assert(nil)',
  'local co = coroutine.wrap(function()\n  error("inside")\nend)\nco()',
];
