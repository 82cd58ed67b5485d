-- Numbers that look random and are always the same for a text: data for screens that ask nobody.
local function numbers(text)
  local state = 7
  for _, byte in ipairs({ text:byte(1, -1) }) do state = (state * 31 + byte) % 2147483647 end
  return function(most)
    state = (state * 48271 + 11) % 2147483647
    return state % most + 1
  end
end

return { numbers = numbers }
