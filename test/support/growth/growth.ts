/** Texts that were made to be read slowly, and the time that readers take. Runs in a thread: some may never end. */
import { parentPort } from 'node:worker_threads';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import { someOf } from '../rounds.ts';
import { READERS } from './readers.ts';

/** Parts that a slow text is made of. */
const UNITS = [
  ...[
    'a',
    '1',
    ' ',
    '\n',
    '\t',
    '\r\n',
    '0',
    '.',
    ',',
    ';',
    ':',
    '/',
    '//',
    '../',
    '@',
    '=',
    '-',
    '_',
    '#',
    '?',
    '!',
    '*',
  ],
  ...[
    '"',
    "'",
    '\\',
    '\\"',
    '"\\',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '&',
    '%',
    '+',
    '|',
    '~',
    '$',
    '^',
    '\0',
    '\u0001',
  ],
  ...[
    '{{',
    '}}',
    '{%',
    '{#',
    '{{ a ',
    '<a',
    '<a ',
    '<!--',
    '<![CDATA[',
    '</a>',
    '<a>',
    '&a;',
    '&#',
    '&amp',
    '/*',
    'url(',
    'a(',
    'a ',
  ],
  ...[
    ' a',
    'a,',
    ', ',
    'a:',
    'a: ',
    '- ',
    '? ',
    '"a":',
    '{"a":',
    '[1,',
    '\n ',
    '\n- ',
    'a:\n',
    '%41',
    '%Y',
    '%0',
    '--[[',
    '[=',
    ']]',
  ],
  ...[
    '<!ENTITY a ',
    "repository '",
    'é',
    '日',
    '\ud800',
    '1.',
    'e1',
    'M0 0',
    'translate(1',
    '1px ',
    '--',
    'a-',
    '0 ',
    '=a',
    'base64,',
    '\u2028',
  ],
];
/** What stands behind them, so that what began well does not end. */
const ENDS = ['', '"\n', '\0'];

const LARGE = 262_144;
/**
 * Less for YAML: it takes 20 ms a kilobyte of mistakes. Of strangers, only metadata and manifests of screen repos, of at
 * most 64 KB, are YAML.
 */
const YAML = LIMITS.metaFileBytes / 4;
const MOST: Readonly<Record<string, number>> = {
  parseYaml: YAML,
  parseYamlValue: YAML,
  parseMeta: YAML,
  parseManifest: YAML,
  // Each of its cells takes some steps, whatever stands in it.
  readCsv: LARGE / 4,
};
/** What reads a quarter of the text in this time need not be measured again: in square time it would be seconds. */
const QUICK_MS = 30;
/** Collecting garbage takes a moment that has nothing to do with the text. */
const FLOOR_MS = 150;
const TRIES = 4;

function slowText(unit: string, end: string, length: number): string {
  return unit.repeat(Math.floor((length - end.length) / unit.length)) + end;
}

/** Milliseconds of processor time: other processes do not count. */
function time(read: (text: string) => unknown, text: string): number {
  const start = process.cpuUsage();
  try {
    read(text);
  } catch {
    // Refused, which is an answer too.
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** What is wrong with the time that a reader takes for a text; null when nothing is. */
function findSlow(read: (text: string) => unknown, most: number, unit: string, end: string): string | null {
  const quarter = slowText(unit, end, most / 4);
  if (time(read, quarter) < QUICK_MS) return null;
  const whole = slowText(unit, end, most);
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let count = 0; count < TRIES; count++) {
    small = Math.min(small, time(read, quarter));
    large = Math.min(large, time(read, whole));
    if (large <= 4 * small + FLOOR_MS) return null;
  }
  return `${JSON.stringify(unit)} repeated, ${JSON.stringify(end)} behind it: ${small.toFixed(1)} ms for a quarter, ${large.toFixed(1)} ms for ${most} bytes`;
}

parentPort?.on('message', (name: string) => {
  const slow: string[] = [];
  const read = READERS[name] ?? (() => null);
  for (const unit of someOf(UNITS, 6)) {
    for (const end of ENDS) {
      parentPort?.postMessage({ at: `${JSON.stringify(unit)}…${JSON.stringify(end)}` });
      const found = findSlow(read, MOST[name] ?? LARGE, unit, end);
      if (found !== null) slow.push(found);
    }
  }
  parentPort?.postMessage({ slow });
});
