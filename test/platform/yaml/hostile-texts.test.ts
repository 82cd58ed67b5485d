/** Texts that are made to cost much, by the grammar of YAML and CSV: what is done for them is bounded, and grows with them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { hideSecrets, putSecretsBack } from '../../../src/admin/access/hidden-text.ts';
import { readCsv } from '../../../src/admin/bulk/import-table.ts';
import { parseConfig } from '../../../src/config/read/parse.ts';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';
import { toPlain } from '../../../src/platform/yaml/node.ts';
import { parseYaml } from '../../../src/platform/yaml/parse.ts';
import { parseManifest } from '../../../src/screens/sources/manifest.ts';
import { parseMeta } from '../../../src/screens/sources/meta.ts';
import { randomNumbers } from '../../support/random.ts';
import { someOf } from '../../support/rounds.ts';

const SEED = 20_261;
/** What once took seconds or for ever takes some milliseconds; the machine may be busy. */
const MOST_MS = 2_000;

/** Milliseconds of processor time. */
function timeOf(work: () => unknown): number {
  return timed(work).took;
}

function timed<T>(work: () => T): { readonly made: T; readonly took: number } {
  const start = process.cpuUsage();
  const made = work();
  const { user, system } = process.cpuUsage(start);
  return { made, took: (user + system) / 1000 };
}

/** Does with a config what a check and a change do with it. */
function edit(text: string): ReturnType<typeof parseConfig> {
  const parsed = parseConfig(text, 'config.yaml');
  if (!parsed.ok) {
    assert.ok(parsed.error.every(({ reason }) => reason.length > 0));
    return parsed;
  }
  const { content, warnings } = parsed.value;
  assert.ok(hideSecrets(content, () => null).text.length > 0);
  const whole = putSecretsBack(content, content, () => null);
  if (whole.ok) for (const warning of warnings) whole.value.placeBefore(warning);
  toPlain(content.rest.tree.root);
  return parsed;
}

/** Parts of the grammar, each repeated. */
const PIECES = [
  ...[',', '[],', '[', '{', '{}', ']', '- ', '- \n', '? ', '? a\n', ': ', 'a: ', '"', "'", '|\n', '>\n'],
  ...[
    '!x ',
    '!!str ',
    '&a ',
    '*a ',
    '<<: ',
    '<<: *a\n',
    '---\n',
    '...\n',
    '%A\n',
    '#\n',
    '\t',
    '\r\n',
    '\ufeff',
  ],
  ...[
    '@',
    '`',
    '-',
    '--',
    'é',
    '日',
    '\\x',
    '"\\n"',
    '[a, b]\n',
    '{a: 1},',
    'k: 1\n',
    '- &a 1\n- *a\n',
    '\n  x',
  ],
];

/** Texts in which names lead to names, `count` steps long. */
const CHAINS: Readonly<Record<string, (count: number) => string>> = {
  'merge keys, twice each': (count) =>
    chain(count, (at) => `  k${at + 1}: &a${at + 1} {<<: [*a${at}, *a${at}]}\n`),
  'merge keys, alone': (count) => chain(count, (at) => `  k${at + 1}: &a${at + 1} {<<: *a${at}}\n`),
  'maps of aliases': (count) =>
    chain(count, (at) => `  k${at + 1}: &a${at + 1} {l: *a${at}, params: *a${at}}\n`),
  'lists of aliases': (count) => chain(count, (at) => `  k${at + 1}: &a${at + 1} [*a${at}, *a${at}]\n`),
  'screens of aliases': (count) =>
    chain(count, (at) => `  k${at + 1}: &a${at + 1} {screen: *a${at}, playlist: [*a${at}, *a${at}]}\n`),
};

function chain(count: number, step: (at: number) => string): string {
  return `devices:\n  k0: &a0 {x: y}\n${Array.from({ length: count }, (_, at) => step(at)).join('')}`;
}

describe('a config that is made to cost much', () => {
  for (const [name, text] of Object.entries(CHAINS)) {
    it(`is read and hidden in bounded time: ${name}`, () => {
      for (const count of [4, 15, 16, 17, 30, 60]) {
        const took = timeOf(() => edit(text(count)));
        assert.ok(took < MOST_MS, `${count} steps took ${took} ms`);
      }
    });
  }

  it('has its findings described up to a bound, counted beyond it, and placed without reading it again', () => {
    const text = Array.from({ length: 50_000 }, (_, at) => `k${at}: 1\n`).join('');
    const { made: parsed, took } = timed(() => edit(text));
    assert.ok(took < 4 * MOST_MS, `${took} ms`);
    assert.ok(parsed.ok);
    assert.equal(parsed.value.warnings.at(-1)?.message, 'and 49000 more warnings');
    assert.equal(parsed.value.warnings.length, 1_001);
  });

  it('tells of each of 10 000 devices what is wrong with it', () => {
    const device = (at: number): string => {
      const mac = (at.toString(16).padStart(12, '0').match(/../g) ?? []).join(':');
      return `  "${mac}":\n    screen: service-builtin/clock\n    refrsh: 3\n`;
    };
    const text = `devices:\n${Array.from({ length: 10_000 }, (_, at) => device(at)).join('')}`;
    const { made: parsed, took } = timed(() => edit(text));
    assert.ok(took < 5 * MOST_MS);
    assert.equal(parsed.ok && parsed.value.warnings.length, 10_000);
  });
});

describe('every text that is read as YAML', () => {
  const doors: Readonly<Record<string, (text: string) => unknown>> = {
    meta: parseMeta,
    manifest: parseManifest,
    config: edit,
  };
  for (const [door, read] of Object.entries(doors)) {
    it(`is bounded in time, whatever it repeats: ${door}, seed ${SEED}`, () => {
      const random = randomNumbers(SEED);
      const some = (): string => PIECES[random(PIECES.length)] ?? '';
      const units = [...PIECES, ...Array.from({ length: 40 }, () => some() + some() + some())];
      for (const unit of someOf(units, 6)) {
        const text =
          ['', 'a: [', 'devices:\n  a: '][random(3)] + unit.repeat(Math.ceil(65_000 / unit.length));
        const took = timeOf(() => read(text.slice(0, 65_000)));
        assert.ok(took < MOST_MS, `${JSON.stringify(unit)} took ${took} ms`);
      }
    });
  }

  it('stops at its bounds in tokens and levels, and after the first errors', () => {
    const bounds = { maxNodes: 1_000, maxTokens: 100, maxDepth: 8 };
    const refused = (text: string): readonly string[] => {
      const read = parseYaml(text, bounds);
      return read.ok ? [] : read.error.map(({ message }) => message);
    };
    assert.deepEqual(refused('[1, '.repeat(5_000_000)), ['expected at most 8 levels, got more']);
    assert.deepEqual(refused(`a: [${'1, '.repeat(1_000_000)}`), [
      'expected at most 100 words, signs and line ends, got more',
    ]);
    assert.equal(refused(`a: [${','.repeat(80)}]`).length, 20);
  });

  it('comes through one door', () => {
    const folder = path.join(PACKAGE_ROOT, 'src');
    const parsers =
      /import[^;]*\b(?:parseDocument|parseAllDocuments|Lexer|Composer|Parser|CST\.|parse as)\b[^;]*from 'yaml'/;
    const users = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .filter((file) => parsers.test(readFileSync(path.join(folder, file), 'utf8')));
    assert.deepEqual(users, ['platform/yaml/read-tokens.ts']);
  });
});

describe('a table that is made to cost much', () => {
  const refusal = (text: string): string | undefined => {
    const read = readCsv(`key,screen\n${text}`);
    return read.ok ? undefined : read.error[0]?.message;
  };

  it('has its rows and cells counted before they are made', () => {
    const took = timeOf(() => {
      assert.equal(refusal(',\n'.repeat(4_000_000)), 'CSV: expected at most 40000 rows, got more');
      assert.equal(refusal(','.repeat(8_000_000)), 'CSV: expected at most 1000000 cells, got more');
      assert.equal(refusal('"'.repeat(8_000_001)), 'CSV: a quotation mark is not closed');
      assert.equal(
        refusal('"'.repeat(8_000_000)),
        'CSV: expected at most 1048576 characters in a row, got more',
      );
    });
    assert.ok(took < 2 * MOST_MS, `${took} ms`);
  });

  it('says the same of its rows in pieces as in one', () => {
    const cell = (at: number): string => (at % 7 === 0 ? `"a ""${at}"",\n;b"` : `c${at}`);
    const rows = Array.from({ length: 5_000 }, (_, at) => `k${at},${cell(at)}\n${at % 5 === 0 ? '\n' : ''}`);
    const read = readCsv(`key,screen\n${rows.join('')}`);
    assert.ok(read.ok);
    assert.equal(read.value.length, 5_000);
    let line = 2;
    for (const [at, row] of read.value.entries()) {
      assert.equal(row.line, line, row.key);
      assert.equal(row.cells?.get('screen'), at % 7 === 0 ? `a "${at}",\n;b` : `c${at}`);
      line += 1 + (at % 7 === 0 ? 1 : 0) + (at % 5 === 0 ? 1 : 0);
    }
  });
});
