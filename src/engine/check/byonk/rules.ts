/**
 * What byonk 0.19 writes differently, and what to write instead. docs/coming-from-byonk.md lists all rules, and a test
 * compares the two.
 */
import type { Position } from '../../../platform/base/position.ts';
import type { CheckFinding, FindingLevel } from '../finding.ts';

export interface Rule {
  /** The word as byonk's authors write it. */
  readonly there: string;
  /** What to do about it, as the end of a sentence that begins with the word. */
  readonly instead: string;
  /** `error`: does not work here. `warning`: has another result. `note`: looks slightly different. */
  readonly level: FindingLevel;
}

/** The finding for a file that breaks a rule. @param position null where the whole file is meant */
export function ruleFinding(
  { there, instead, level }: Rule,
  file: string,
  position: Position | null,
): CheckFinding {
  const { line, column } = position ?? { line: null, column: null };
  return { level, file, line, column, message: `${there} ${instead}` };
}

type Table = readonly (readonly [there: string, instead: string, level?: FindingLevel])[];

function rules(table: Table): ReadonlyMap<string, Rule> {
  return new Map(
    table.map(([there, instead, level = 'error']) => [there, { there, instead, level }] as const),
  );
}

const QR_SVG = rules([
  ['module_size', 'is called module'],
  ['ec_level', 'is called ecc: "low", "medium", "quartile" or "high" instead of L, M, Q, H'],
  ['quiet_zone', 'is called margin'],
  ['left', 'is x: the distance from the left edge of the picture'],
  ['right', 'is x, with a right anchor: x = layout.width - right'],
  ['top', 'is y: the distance from the upper edge of the picture'],
  ['bottom', 'is y, with a bottom anchor: y = layout.height - bottom'],
]);

const IMAGE_PROCESS = rules([
  [
    'palette_aware',
    'does not exist: leave it out, pictures are fitted to the palette when they are dithered',
  ],
  ['temperature', 'does not exist: leave it out'],
  ['tint', 'does not exist: leave it out'],
  ['blacks', 'does not exist: write black, the level (0 to 255) that becomes black'],
  ['whites', 'does not exist: write white, the level (0 to 255) that becomes white'],
  ['highlights', 'does not exist: write gamma below 1 for darker middle greys'],
  ['shadows', 'does not exist: write gamma above 1 for lighter middle greys'],
  ['curve', 'does not exist: write gamma, black and white'],
  ['vibrance', 'does not exist: write saturation'],
  ['invert', 'does not exist: leave it out'],
  ['contrast', 'goes from -1 to 1: divide by 100'],
  ['clarity', 'goes from -1 to 1: divide by 100'],
  ['saturation', 'is a factor: 1 + value / 100, so that 1 changes nothing and 0 is grey'],
  ['sharpen', 'is one number from 0 to 10: 1 is usual'],
]);

/** Values of options of `image_process`. */
const IMAGE_VALUES = rules([
  ['fit = "stretch"', 'is called "fill"'],
  ['fit = "none"', 'does not exist: leave it out and give width and height of the picture'],
  ['fit = "contain"', 'fills the box with background: write "inside" for a smaller box', 'warning'],
  ['preset = "none"', 'does not exist: leave it out'],
]);

/** Keys of `crop`. */
const CROP = rules([
  ['w', 'is called width in crop'],
  ['h', 'is called height in crop'],
]);

const HTTP = rules([
  ['danger_accept_invalid_certs', 'does not exist: certificates are always checked'],
  ['ca_cert', 'does not exist: give the server process the authority by NODE_EXTRA_CA_CERTS'],
  ['client_cert', 'does not exist: there are no client certificates'],
  ['client_key', 'does not exist: there are no client certificates'],
]);

const RESULT = rules([
  ['error_clamp', 'is called max_error', 'warning'],
  [
    'font_hinting',
    'does not exist: text = "fitted" draws text in solid ink, text = "plain" as it is',
    'warning',
  ],
  ['gamut', 'does not exist: leave it out', 'warning'],
]);

export const MEMBERS: ReadonlyMap<string, Rule> = rules([
  ['device.colors', 'does not exist: read layout.colors'],
  ['device.colors_actual', 'does not exist: choose by layout.colors'],
  ['device.dither', 'does not exist: return only what is to be another value', 'error'],
  ['layout.grey_levels', 'does not exist: read layout.grey_count'],
  ['fonts[…]', 'is a list of families: for _, family in ipairs(fonts) do print(family.name) end', 'warning'],
]);

/** A number of `noise_scale` above `MAX_NOISE`. */
export const NOISE: ReadonlyMap<string, Rule> = rules([
  ['noise_scale', 'is a factor from 0 to 3, 1 is usual: 2.5 to 16 was usual there', 'warning'],
]);
export const MAX_NOISE = 3;

/** The keys of tables, by the function that gets the table. */
export const OPTIONS: ReadonlyMap<string, ReadonlyMap<string, Rule>> = new Map([
  ['qr_svg', QR_SVG],
  ['image_process', IMAGE_PROCESS],
  ['crop', CROP],
  ['http_get', HTTP],
  ['http_post', HTTP],
  ['http_request', HTTP],
  ['http_response', HTTP],
]);

export const OPTION_VALUES: ReadonlyMap<string, Rule> = IMAGE_VALUES;

/** Keys with the same meaning everywhere: tables are often made before they are passed on. */
export const KEYS_ANYWHERE: ReadonlyMap<string, Rule> = new Map([
  ...RESULT,
  ...HTTP,
  ...['module_size', 'ec_level', 'quiet_zone', 'palette_aware'].flatMap((key) => {
    const rule = QR_SVG.get(key) ?? IMAGE_PROCESS.get(key);
    return rule === undefined ? [] : [[key, rule] as const];
  }),
]);

/** What occurs in templates. */
export const TEMPLATE: ReadonlyMap<string, Rule> = rules([
  ['data-byonk-tone', 'is called data-tone', 'warning'],
  ['byonk-base-v1/', 'does not exist: copy the file into the repo, and name it by its path there'],
  [
    'format_time',
    'shows the zone of the server, byonk showed UTC: add timezone="UTC" to keep that',
    'warning',
  ],
  ['truncate', 'keeps length characters and adds …, byonk counted its three dots into the length', 'note'],
  ['now', 'does not exist: return time_now() from the script in data'],
  ['get_random', 'does not exist: return math.random(…) from the script in data'],
  ['get_env', 'does not exist: give the screen a param'],
  ['slugify', 'does not exist: compute it in the script'],
  ['spaceless', 'does not exist: take white space away by {%- and -%}'],
  ['linebreaksbr', 'does not exist: split the text into lines of tspan'],
  ['matching', 'does not exist: ask string.find in the script'],
]);

/** Files, and what occurs in them. */
export const FILES: ReadonlyMap<string, Rule> = rules([
  ['byonk-screens.yaml', 'is called service-screens.yaml'],
  ['byonk', 'is called service, with the version of this server', 'warning'],
  ['@params', 'is not read from comments: move it below params: in meta.yaml', 'warning'],
  ['require("byonk-base-v1/…")', 'does not exist: copy the module into lib/ and require it from there'],
]);

/** Every rule, for the list in the documentation. */
export const ALL_RULES: readonly Rule[] = [
  ...new Set(
    [...OPTIONS.values(), OPTION_VALUES, KEYS_ANYWHERE, NOISE, MEMBERS, TEMPLATE, FILES].flatMap((table) => [
      ...table.values(),
    ]),
  ),
];
