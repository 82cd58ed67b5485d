/** What docs/authoring.md shows is what happens. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { DISPLAYS } from '../../src/engine/check/displays.ts';
import { DryRunner } from '../../src/engine/check/dry-run.ts';
import { runCheck } from '../../src/engine/check/run-check.ts';
import { createLogger } from '../../src/platform/base/logger.ts';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { ScreenCatalogue } from '../../src/screens/sources/catalogue.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { EXAMPLES } from '../support/screens/examples.ts';

const GUIDE = readFileSync(path.join(PACKAGE_ROOT, 'docs', 'authoring.md'), 'utf8');

/** Every file that the page shows, by the name behind the language of its block. */
const FILES = Object.fromEntries(
  [...GUIDE.matchAll(/^```(?:lua|svg|yaml) (\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', text = '']) => [
    name,
    text,
  ]),
);

/** The screen of the page that shows mistakes. */
const BROKEN = 'broken';

describe('docs/authoring.md', () => {
  it('shows screens that are whole, with their samples', async (t: TestContext) => {
    const root = tempTree(t, FILES);
    const paths = [...new Set(Object.keys(FILES).map((name) => path.posix.dirname(name)))].filter(
      (name) => name !== BROKEN,
    );
    assert.deepEqual(paths, ['hello', 'weather']);
    const { screens } = await runCheck({ roots: [root], paths });
    assert.deepEqual(
      screens,
      paths.map((screen) => ({ path: screen, findings: [] })),
    );
    const runner = new DryRunner({ fonts: [], log: createLogger('silent') });
    t.after(() => runner.stop());
    const catalogue = new ScreenCatalogue({ builtinDir: root, localDir: root });
    const drawn: string[] = [];
    for (const screen of paths) {
      const located = catalogue.locate(`local/${screen}`, { screens: new Map() });
      assert.ok(located.ok);
      const { findings, trials } = await runner.run(located.value, DISPLAYS);
      assert.deepEqual(findings, []);
      drawn.push(...trials.map(({ result }) => (result.ok ? result.value.svg : '')));
    }
    assert.match(drawn[0] ?? '', />Good (?:morning|day|evening), world</);
    assert.match(drawn.at(-1) ?? '', />21°<[\s\S]*>Clear</);
  });

  it('shows the findings that its broken screen has', async (t: TestContext) => {
    const [, shown = ''] = /^```findings broken\n([\s\S]*?)^```$/m.exec(GUIDE) ?? [];
    const { screens } = await runCheck({ roots: [tempTree(t, FILES)], paths: [BROKEN] });
    const lines = screens.flatMap(({ findings }) =>
      findings.map(
        ({ file, line, column, level, message }) =>
          `${file}:${line ?? 1}:${column ?? 1}: ${level}: ${message}`,
      ),
    );
    assert.deepEqual(lines, shown.trimEnd().split('\n'));
  });

  it('lists every example', () => {
    const [, table = ''] = GUIDE.split('\n## Examples\n');
    const named = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
    assert.deepEqual(named.toSorted(), Object.keys(EXAMPLES));
  });
});
