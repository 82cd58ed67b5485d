/** What of Lua's own libraries a script may use. Whatever is not named here does not exist for it. */

/** Global functions of the base library. `load`, `setmetatable` and others are our own, see `functions/base.ts`. */
export const ALLOWED_BASE = [
  '_VERSION',
  'assert',
  'error',
  'getmetatable',
  'ipairs',
  'next',
  'pairs',
  'pcall',
  'rawequal',
  'rawget',
  'rawlen',
  'rawset',
  'select',
  'tonumber',
  'tostring',
  'type',
  'xpcall',
] as const;

/** Libraries by the export that opens them, with the fields that are kept. `string.dump` is not among them. */
export const ALLOWED_LIBRARIES = {
  coroutine: ['close', 'create', 'isyieldable', 'resume', 'running', 'status', 'wrap', 'yield'],
  math: [
    ...['abs', 'acos', 'asin', 'atan', 'ceil', 'cos', 'deg', 'exp', 'floor', 'fmod', 'huge', 'log', 'max'],
    ...['maxinteger', 'min', 'mininteger', 'modf', 'pi', 'rad', 'random', 'randomseed', 'sin', 'sqrt', 'tan'],
    ...['tointeger', 'type', 'ult'],
  ],
  string: [
    ...[
      'byte',
      'char',
      'find',
      'format',
      'gmatch',
      'gsub',
      'len',
      'lower',
      'match',
      'pack',
      'packsize',
      'rep',
    ],
    ...['reverse', 'sub', 'unpack', 'upper'],
  ],
  table: ['concat', 'insert', 'move', 'pack', 'remove', 'sort', 'unpack'],
  utf8: ['char', 'charpattern', 'codepoint', 'codes', 'len', 'offset'],
} as const;

export type LibraryName = keyof typeof ALLOWED_LIBRARIES;
