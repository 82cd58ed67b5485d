import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { runCommand } from '../support/processes/stipple.ts';
import { someOf } from '../support/rounds.ts';
import { BROKEN_SCREENS, SOUND } from './broken-screens.ts';

const nameOf = (index: number): string => `screen-${String(index).padStart(2, '0')}`;
const trees = BROKEN_SCREENS.map(({ files }, index) =>
  Object.entries({ ...SOUND, ...files }).map(([name, text]) => [`${nameOf(index)}/${name}`, text]),
);

/** What a check prints, but for its summary. */
async function check(cwd: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { out } = await runCommand(cwd, ['check', ...args]);
  return out.trimEnd().split('\n').slice(0, -1);
}

/** The part of a line that says which screen it is about, and where. */
function placeOf(line: string): string {
  return line.split(': ', 1)[0] ?? '';
}

describe('a broken screen', { concurrency: true }, () => {
  it('is told by stipple check with file, line, and what to write', async (t) => {
    const lines = await check(tempTree(t, { ...Object.fromEntries(trees.flat()) }));
    assert.ok(BROKEN_SCREENS.length >= 30);
    for (const [index, { what, says }] of BROKEN_SCREENS.entries()) {
      const about = lines.filter((line) => line.startsWith(`${nameOf(index)}/`));
      const wanted = `${nameOf(index)}/${says}`;
      assert.equal(about[0], wanted, what);
      // The same may be said in other numbers about other displays, and nothing else is wrong.
      assert.deepEqual([...new Set(about.map(placeOf))], [placeOf(wanted)], what);
    }
  });

  it('is told alike when its picture is asked for', async (t) => {
    const drawn = [...BROKEN_SCREENS.entries()].filter(([, { files }]) => files['screen.svg'] !== undefined);
    for (const [index] of someOf(drawn.filter((_, at) => at % 6 === 0))) {
      const cwd = tempTree(t, Object.fromEntries(trees[index] ?? []));
      const withPicture = await check(cwd, nameOf(index), '--render', 'out.png');
      assert.deepEqual(await check(cwd, nameOf(index)), withPicture);
    }
  });
});

describe('docs/errors.md', () => {
  it('has the table of broken screens', () => {
    const page = readFileSync(path.join(PACKAGE_ROOT, 'docs/errors.md'), 'utf8');
    for (const { what, written, says } of BROKEN_SCREENS) {
      assert.ok(page.includes(`| ${what} | ${code(written)} | ${code(says)} |`), `${what} is missing`);
    }
  });
});

function code(text: string): string {
  const escaped = text.replaceAll('|', '\\|');
  return escaped.includes('`') ? `\`\` ${escaped} \`\`` : `\`${escaped}\``;
}
