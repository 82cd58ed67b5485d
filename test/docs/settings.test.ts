/** The tables of settings and alert kinds in the documentation, which are made from the rows in `src/domain`. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { RuleNumber } from '../../src/domain/alert-kinds/kind.ts';
import { ALERT_KINDS, type AlertKind, kindOf } from '../../src/domain/alert-kinds/kinds.ts';
import { DITHER_ALGORITHMS } from '../../src/domain/algorithm.ts';
import { PANEL_SETTINGS } from '../../src/domain/panel.ts';
import type { SettingValue } from '../../src/domain/setting.ts';
import { SETTING_ROWS } from '../../src/domain/settings.ts';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';

/** Words as people list them. */
function listed(words: readonly (string | number)[]): string {
  const shown = words.map((word) => `\`${word}\``);
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}

/** What a setting takes, in the config file. */
function typeText({ kind, min, max, unit, words = [] }: SettingValue): string {
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

/** The keys of a panel. */
function keysOfPanels(): string {
  const rows = Object.entries(PANEL_SETTINGS).map(([key, row]) => {
    const type = row.kind === 'composed' ? row.type : typeText(row);
    return [`\`${key}\``, type, row.byDefault, row.about];
  });
  return table(['Key', 'Type', 'Default', 'Meaning'], rows);
}

/** What each kind of alert fires for. */
function kindsOfAlerts(): string {
  const rows = ALERT_KINDS.map((key) => [`\`${key}\``, kindOf(key).fires, kindOf(key).ends]);
  return table(['`when`', 'fires for', 'and ends'], rows);
}

type KindNumber = readonly [kind: AlertKind, number: RuleNumber];

/** The keys of rules: the numbers that several kinds have stand in one row. */
function keysOfRules(): string {
  const numbers = new Map<string, KindNumber[]>();
  for (const kind of ALERT_KINDS) {
    for (const [key, number] of Object.entries(kindOf(kind).numbers)) {
      numbers.set(key, [...(numbers.get(key) ?? []), [kind, number]]);
    }
  }
  return table(
    ['Key', 'Type', 'Default', 'Meaning'],
    [
      ['`when`', 'text', 'required', listed(ALERT_KINDS)],
      [
        '`to`',
        'text or list',
        'none',
        'Names of webhooks. Without one there is a warning, and what fires is only in the admin API',
      ],
      [
        '`match`',
        'map, or a list of maps',
        'all devices',
        `Which devices count, as in [groups](groups.md#selectors); not for ${listed(ALERT_KINDS.filter((kind) => kindOf(kind).subject === 'repo'))}`,
      ],
      ...[...numbers].map(([key, of]) => [`\`${key}\``, ...numberCells(of)]),
    ],
  );
}

function numberCells(of: readonly KindNumber[]): readonly string[] {
  const [first] = of;
  // Where kinds differ in their range, they tell it with the meaning.
  const range = of.length === 1 && first ? `, ${boundText(first[1].min)} to ${boundText(first[1].max)}` : '';
  const defaults = of.map(
    ([, { byDefault, fallback }]) => byDefault ?? (fallback === null ? 'none' : `\`${fallback}\``),
  );
  const abouts = new Set(of.map(([, { about }]) => about));
  const sentences = [...abouts].map((about) => {
    const kinds = of.flatMap(([kind, number]) => (number.about === about ? `\`${kind}\`` : []));
    return `With ${kinds.join(' and ')}: ${about}`;
  });
  return [`${first?.[1].kind}${range}`, [...new Set(defaults)].join(', '), sentences.join('. ')];
}

function boundText(bound: number | string): string {
  return typeof bound === 'number' || bound === '0' ? `${bound}` : `\`${bound}\``;
}

const TABLES = [
  ['docs/configuration.md', 'settings', keysOfEntries],
  ['docs/configuration.md', 'panels', keysOfPanels],
  ['docs/configuration.md', 'alert rules', keysOfRules],
  ['docs/alerts.md', 'alert kinds', kindsOfAlerts],
  ['docs/admin-api.md', 'settings', fieldsOfCalls],
] as const;

/** The place of a table in its page. */
function placeOf(name: string): RegExp {
  const begin = `<!-- ${name}: made by test/docs/settings\\.test\\.ts -->\n\n`;
  return new RegExp(`(?<=${begin})[\\s\\S]*?(?=\n\n<!-- /${name} -->)`);
}

describe('the table of', () => {
  for (const [page, name, make] of TABLES) {
    it(`${name} in ${page} is that of the rows: RENEW=1 node dist/test/run.js docs/settings writes it`, () => {
      const file = path.join(PACKAGE_ROOT, page);
      const text = readFileSync(file, 'utf8');
      const place = placeOf(name);
      const made = make();
      if (process.env['RENEW'] === '1')
        writeFileSync(
          file,
          text.replace(place, () => made),
        );
      else assert.equal(place.exec(text)?.[0], made);
    });
  }
});
