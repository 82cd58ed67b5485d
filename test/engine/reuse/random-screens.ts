/** Screens made at random, which read facts, the clock, files and answers in random ways. */
import type { PlainObject } from '../../../src/platform/base/plain.ts';
import type { JudgedCase } from '../../screens/template/judged/case.ts';
import { LIST_CASES } from '../../screens/template/judged/list.ts';
import { NUMBER_CASES } from '../../screens/template/judged/number.ts';
import { SYNTAX_CASES } from '../../screens/template/judged/syntax.ts';
import { TEXT_CASES } from '../../screens/template/judged/text.ts';
import { TIME_CASES } from '../../screens/template/judged/time.ts';

/** Templates that other engines were run with. */
const ALL_CASES: readonly JudgedCase[] = [
  ...SYNTAX_CASES,
  ...TEXT_CASES,
  ...NUMBER_CASES,
  ...LIST_CASES,
  ...TIME_CASES,
];

/** Gives whole numbers from 0 to below its argument. */
export type Dice = (below: number) => number;

export function pick<T>(dice: Dice, list: readonly T[]): T {
  return list[dice(list.length)] as T;
}

const FIELDS = ['device.battery_percent', 'device.name', 'device.model', 'device.missing', 'layout.width'];
const MORE_FIELDS = ['layout.portrait', 'params.mode', 'params.stops', 'params.none', 'device.mac'];
const ALL_FIELDS = [...FIELDS, ...MORE_FIELDS];

/** Statements of a script; what they find goes into `d`. `URL` is the address of the test's server. */
const STATEMENTS: readonly ((dice: Dice) => string)[] = [
  (dice) => `d[#d + 1] = show(${pick(dice, ALL_FIELDS)})`,
  (dice) => `if ${pick(dice, ALL_FIELDS)} then d[#d + 1] = show(${pick(dice, ALL_FIELDS)}) end`,
  (dice) =>
    `for _, key in ipairs(sorted(${pick(dice, ['device', 'layout', 'params'])})) do d[#d + 1] = key end`,
  (dice) => `d[#d + 1] = next(${pick(dice, ['device', 'layout', 'params', 'fonts'])}) ~= nil`,
  (dice) => `d[#d + 1] = json_encode(${pick(dice, ['params', 'layout.colors', 'device', 'params.stops'])})`,
  (dice) => `d[#d + 1] = time_now(${pick(dice, ['', '"minute"', '"hour"', '"day", "Asia/Kathmandu"'])})`,
  (dice) => `d[#d + 1] = os.date("${pick(dice, ['%H:%M', '!%c', '%A', '%Z', '%j', '!%H %p'])}")`,
  () => 'd[#d + 1] = time_format(os.time(), "%T", "UTC")',
  (dice) => `d[#d + 1] = require("lib/m${dice(2)}").value`,
  (dice) => `d[#d + 1] = select(2, pcall(read_asset, "note${dice(3)}.txt"))`,
  (dice) => `d[#d + 1] = http_get(URL .. "/${dice(2)}", { cache_ttl = ${pick(dice, ['60', '60', '0.05'])} })`,
  (dice) => `d[#d + 1] = http_response(URL .. "/${dice(2)}", { cache_ttl = 60 }).from_cache`,
  (dice) => `log_info("at", ${pick(dice, ALL_FIELDS)})`,
  () => 'd[#d + 1] = math.random(1000)',
  () => 'd[#d + 1] = scale_pixel(100)',
  () => 'd[#d + 1] = #fonts',
  () => 'params.added = true; d[#d + 1] = #sorted(params)',
  () => 'd[#d + 1] = tostring({}):sub(8) .. tostring(device):sub(8)',
];

const SCRIPT_HEAD = `
local d = {}
local function show(value) return type(value) == "table" and json_encode(value) or tostring(value) end
local function sorted(map)
  local keys = {}
  for key in pairs(map) do keys[#keys + 1] = tostring(key) end
  table.sort(keys)
  return keys
end
local URL = "%URL%"
`;

function script(dice: Dice, url: string): string {
  const count = dice(6);
  const lines = Array.from({ length: count }, () => pick(dice, STATEMENTS)(dice));
  const skip = dice(6) === 0 ? ', skip_update = (device.battery_percent or 0) > 50' : '';
  const refresh = dice(4) === 0 ? ', refresh_rate = #d + 60' : '';
  const end = `return { data = { rows = d }${skip}${refresh} }`;
  return [SCRIPT_HEAD.replace('%URL%', url), ...lines, end].join('\n');
}

/** Pieces of a template. */
const PIECES: readonly ((dice: Dice) => string)[] = [
  () => '{% for row in data.rows %}<text y="{{ loop.index * 20 }}">{{ row }}</text>{% endfor %}',
  (dice) => `<text y="9">{{ ${pick(dice, ALL_FIELDS)} | default("none") }}</text>`,
  (dice) => `{% if ${pick(dice, ALL_FIELDS)} %}<rect width="9" height="{{ ${dice(9)} }}"/>{% endif %}`,
  (dice) =>
    `{% for key, value in ${pick(dice, ['device', 'layout', 'params'])} %}<text>{{ key }}</text>{% endfor %}`,
  (dice) => `<text>{{ ${pick(dice, ['device', 'layout', 'params', 'params.stops'])} | length }}</text>`,
  (dice) => `<text>{{ ${pick(dice, ['device', 'params', 'layout'])} | json | escape }}</text>`,
  (dice) => `{% include "part${dice(3)}.svg" ignore missing %}`,
  () => '<image href="dot.png" width="4" height="4"/>',
  () => '<rect x="{{ layout.margin }}" width="{{ layout.center_x }}" height="3"/>',
];

function template(dice: Dice): string {
  const pieces = Array.from({ length: 1 + dice(5) }, () => pick(dice, PIECES)(dice));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480">${pieces.join('\n')}</svg>`;
}

/** Screens of random scripts and templates, and the templates of other projects' documentation, as files by their path. */
export function randomScreens(dice: Dice, count: number, url: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (let n = 0; n < count; n++) {
    files[`random${n}.lua`] = script(dice, url);
    files[`random${n}.svg`] = template(dice);
  }
  // Of little else, so that answers expire between two calls that are alike.
  for (let n = 0; n < 12; n++) {
    files[`answer${n}.lua`] =
      `return { data = { rows = { http_get("${url}/${n}", { cache_ttl = 0.05 }) } } }`;
    files[`answer${n}.svg`] =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>{{ data.rows[0] }}</text></svg>';
  }
  for (const [n, [source]] of ALL_CASES.entries()) {
    if (n % 4 !== 0) continue;
    const body = source.replaceAll(/\bdata\b/g, 'params');
    files[`judged${n}.lua`] = 'return { data = {} }';
    files[`judged${n}.svg`] =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>${body}</text></svg>`;
  }
  for (let n = 0; n < 4; n++) {
    files[`skip${n}.lua`] = `return { data = { rows = {} }, skip_update = true, refresh_rate = ${n + 1} }`;
    files[`skip${n}.svg`] = template(dice);
  }
  return files;
}

/** Files that those screens read, in one of two versions. Some are there in one of them alone. */
export function sharedFiles(version: 0 | 1): Record<string, string | Uint8Array> {
  const files: Record<string, string | Uint8Array> = {
    'lib/m0.lua': `return { value = "module ${version}" }`,
    'lib/m1.lua': 'return { value = os.date("!%H:%M") }',
    'note0.txt': `note ${version}`,
    'part0.svg': `<circle r="${version + 1}"/>`,
    'part1.svg': '<text>{{ device.name }}</text>',
    'dot.png': Buffer.from(DOTS[version], 'base64'),
  };
  if (version === 1) Object.assign(files, { 'note1.txt': 'here now', 'part2.svg': '<circle r="9"/>' });
  return files;
}

/** A white and a black pixel. */
const DOTS = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEANl9ngAAAAABJRU5ErkJggg==',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
] as const;

const PARAMS: readonly PlainObject[] = [
  {},
  { mode: 'a', stops: ['x', 'y'] },
  { mode: 'a', stops: ['x', 'z'], none: null },
  { mode: 'b', stops: [] },
  { stops: { deep: [1, { more: true }] } },
];

/** Facts of a device of a small fleet: some of it is alike, so that results can be used again. */
export function randomFacts(dice: Dice, judged: PlainObject): { device: PlainObject; params: PlainObject } {
  const device: Record<string, string | number> = { mac: `02:00:00:00:00:0${dice(3)}` };
  if (dice(2) === 0) device['name'] = pick(dice, ['Hall', 'Kitchen']);
  if (dice(3) > 0) device['battery_percent'] = pick(dice, [0, 40, 90]);
  if (dice(2) === 0) device['model'] = pick(dice, ['og', 'x']);
  const changed = dice(2) === 0 ? judged : { ...judged, n: dice(3), words: ['b', String(dice(2))] };
  return { device, params: { ...changed, ...pick(dice, PARAMS) } };
}
