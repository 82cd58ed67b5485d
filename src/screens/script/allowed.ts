/** The part of Lua's own libraries that scripts may use. All else is removed from the sandbox. */

/** Globals of the base library. `load`, `setmetatable`, `next` and others are replaced, see `functions/base.ts` and `functions/facts.ts`. */
export const ALLOWED_BASE = [
  '_VERSION',
  'assert',
  'error',
  'ipairs',
  'pairs',
  'pcall',
  'rawequal',
  'select',
  'tonumber',
  'tostring',
  'type',
  'xpcall',
] as const;

/** Fields that are kept of each library, by its name. `string.dump` is left out, since it makes bytecode. */
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
