/** The tables of settings in the documentation, which are made from the rows of `src/domain/settings.ts`. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { DITHER_ALGORITHMS } from '../../src/domain/algorithm.ts';
import type { Setting } from '../../src/domain/setting.ts';
import { SETTING_ROWS } from '../../src/domain/settings.ts';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';

/** Words as people list them. */
function listed(words: readonly (string | number)[]): string {
  const shown = words.map((word) => `\`${word}\``);
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}

/** What a setting takes, in the config file. */
function typeText({ kind, min, max, unit, words = [] }: Setting): string {
  switch (kind) {
    case 'line':
    case 'panel':
      return 'text';
    case 'screen':
    case 'colours':
      return kind;
    case 'algorithm':
      return listed(DITHER_ALGORITHMS);
    case 'word':
    case 'degrees':
      return listed(words);
    case 'integer':
      return `integer, ${min} to ${max}${unit === undefined ? '' : `, ${unit}`}`;
    case 'tuning':
      return `number, ${min} to ${max}`;
    case 'flag':
      return 'boolean';
    case 'tags':
      return 'list of texts';
    case 'params':
    case 'schedule':
    case 'tokens':
      return 'map';
  }
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.toSpliced(1, 0, `|${'---|'.repeat(head.length)}`).join('\n');
}

/** The keys of an entry, which are those of the config file alone at the end. */
function keysOfEntries(): string {
  const rows = SETTING_ROWS.map(([key, row]) => {
    const meaning = row.note === undefined ? row.about : `${row.about}. ${row.note}`;
    return [`\`${key}\``, typeText(row), row.byDefault, meaning];
  });
  return table(
    ['Key', 'Type', 'Default', 'Meaning'],
    [
      ...rows,
      ['`error_clamp`', 'number, 0 to 4', 'none', 'Older name of `max_error`, which takes precedence'],
      ['`gamut`', 'map', 'none', 'Kept, without effect: other renderers write it'],
    ],
  );
}

/** What the admin API takes. */
function fieldsOfCalls(): string {
  const rows = SETTING_ROWS.filter(([key]) => key !== 'screen').map(([key, row]) => {
    const type = row.kind === 'line' ? `text, one line of at most ${row.max} characters` : typeText(row);
    return [`\`${key}\``, row.kind === 'colours' ? 'text' : type, row.about];
  });
  return table(['field', 'type', 'meaning'], rows);
}

const TABLES = [
  ['docs/configuration.md', keysOfEntries],
  ['docs/admin-api.md', fieldsOfCalls],
] as const;

const BETWEEN =
  /(?<=<!-- settings: made by test\/docs\/settings\.test\.ts -->\n\n)[\s\S]*?(?=\n\n<!-- \/settings -->)/;

describe('the table of settings', () => {
  for (const [page, make] of TABLES) {
    it(`of ${page} is that of the rows: RENEW=1 node dist/test/run.js docs/settings writes it`, () => {
      const file = path.join(PACKAGE_ROOT, page);
      const text = readFileSync(file, 'utf8');
      const made = make();
      if (process.env['RENEW'] === '1')
        writeFileSync(
          file,
          text.replace(BETWEEN, () => made),
        );
      else assert.equal(BETWEEN.exec(text)?.[0], made);
    });
  }
});
