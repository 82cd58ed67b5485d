import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it, run } from 'node:test';
import { type MissingCounts, skipMissing, type TestEvent } from './skip-missing.ts';

const TESTS = `
import { after, before, beforeEach, describe, it } from 'node:test';
const need = (tool) => { throw Object.assign(new Error('needs ' + tool), { code: 'ERR_MISSING_TOOL', tool }); };
const broken = () => { throw new Error('broken'); };
describe('a server', () => {
  let server;
  before(() => { server = need('redis-server'); });
  after(() => server.stop());
  it('one', () => {});
  describe('inner', () => { it('two', broken); });
});
describe('some tests', () => {
  it('asks for a tool itself', async () => need('nginx'));
  it('needs nothing', () => {});
  describe('with a wrapped error', () => {
    beforeEach(() => { throw new Error('no start', { cause: new Error('why', { cause: thrown() }) }); });
    it('three', () => {});
  });
});
function thrown() { try { need('redis-server'); } catch (error) { return error; } }
describe('both', () => {
  it('lacks a tool', () => need('nginx'));
  it('is broken', broken);
});
describe('a broken hook', () => {
  before(broken);
  it('four', () => {});
});
it('outermost', () => need('git'));
it('last', broken);
`;

/** Files of which a hook fails that stands outside of all suites. */
const HOOKS = (before: string, more = ''): string => `
import { after, before, describe, it } from 'node:test';
const need = (tool) => { throw Object.assign(new Error('needs ' + tool), { code: 'ERR_MISSING_TOOL', tool }); };
let browser;
before(() => { ${before} });
after(() => browser.close());
describe('a page', () => { it('five', () => {}); });
it('six', () => {});
${more}`;

describe('what fails for want of a tool', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-skip-'));
  after(() => rmSync(folder, { recursive: true }));

  it('is skipped, and nothing else', async () => {
    const { outcomes, counts } = await outcomesOf('some.test.mjs', TESTS);
    assert.deepEqual(outcomes, [
      'one: needs redis-server',
      'two: needs redis-server',
      'inner: needs redis-server',
      'a server: needs redis-server',
      'asks for a tool itself: needs nginx',
      'needs nothing: pass',
      'three: needs redis-server',
      'with a wrapped error: pass',
      'some tests: pass',
      'lacks a tool: needs nginx',
      'is broken: fail',
      'both: fail',
      'four: fail',
      'a broken hook: fail',
      'outermost: needs git',
      'last: fail',
    ]);
    assert.deepEqual(counts, { 'redis-server': 3, nginx: 2, git: 1 });
  });

  it('is skipped with the hook after all tests of its file, which has nothing to stop', async () => {
    const lacking = await outcomesOf('lacking.test.mjs', HOOKS("browser = need('chromium');"));
    assert.deepEqual(lacking.outcomes, [
      'five: needs chromium',
      'a page: needs chromium',
      'six: needs chromium',
      'lacking.test.mjs: needs chromium',
    ]);
    assert.deepEqual(lacking.counts, { chromium: 2 });
  });

  it('is no excuse for a hook of a file whose tests had what they need', async () => {
    for (const more of ['', "it('seven', () => need('git'));"]) {
      const { outcomes } = await outcomesOf('broken.test.mjs', HOOKS('', more));
      assert.deepEqual(outcomes.slice(-1), ['broken.test.mjs: fail']);
      assert.deepEqual(outcomes.slice(0, 3), ['five: pass', 'a page: pass', 'six: pass']);
    }
  });

  /** What is told of the tests of a file, and how many lack which tool. */
  async function outcomesOf(
    name: string,
    source: string,
  ): Promise<{ outcomes: readonly string[]; counts: Readonly<Record<string, number>> }> {
    const file = path.join(folder, name);
    writeFileSync(file, source);
    const counts: MissingCounts = new Map();
    const outcomes: string[] = [];
    // Within a test run, Node would report to its own runner.
    const context = process.env['NODE_TEST_CONTEXT'];
    delete process.env['NODE_TEST_CONTEXT'];
    const events = run({ files: [file] }) as AsyncIterable<unknown> as AsyncIterable<TestEvent>;
    for await (const { type, data } of skipMissing(events, counts)) {
      if (type !== 'test:pass' && type !== 'test:fail') continue;
      outcomes.push(`${path.basename(data.name ?? '')}: ${data.skip ?? type.slice('test:'.length)}`);
    }
    if (context !== undefined) process.env['NODE_TEST_CONTEXT'] = context;
    return { outcomes, counts: Object.fromEntries(counts) };
  }
});
