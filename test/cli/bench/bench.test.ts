/** `stipple bench` as people run it: against a server of its own, and against servers that behave badly. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { BenchResult } from '../../../src/bench/result.ts';
import { type DeviceApiServer, startDeviceApi } from '../../support/bench/device-api.ts';
import { finish, type Outcome, runCommand, start } from '../../support/processes/stipple.ts';
import { until } from '../../support/waiting.ts';

let folder: string;

/** For servers of the bench's own: more threads cost their start, and nothing that is looked at. */
const ONE_OF_EACH = { COMPOSE_THREADS: '1', RASTER_THREADS: '1' };

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'stipple-bench-cli-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

function bench(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  return finish(start(folder, ['bench', ...args], { ...ONE_OF_EACH, ...env }));
}

function readJson(name: string): BenchResult {
  return JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as BenchResult;
}

/** The processes whose parent is this one. */
function childrenOf(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

describe('stipple bench with a server of its own', () => {
  let first: Outcome;

  before(async () => {
    first = await bench(['smoke', '-t', '4', '--json', 'first.json', '--report', 'out/report.html']);
  });

  it('measures the embedded screens without any setting', () => {
    assert.equal(first.code, 0, first.err);
    assert.match(first.out, /^\n10 devices at .* wakes\/s: served \d+ %/);
    for (const word of ['cycle', 'setup', 'display', 'image', 'script', 'template', 'encode']) {
      assert.match(first.out, new RegExp(`^${word} +\\d`, 'm'));
    }
  });

  it('writes the result with stages, processors and memory of the server, and its course', () => {
    const { routes, stages, server, timeline, errors, served, held, offered, reuse } = readJson('first.json');
    assert.deepEqual(errors, []);
    // A machine that is busy with other tests may have no time for all of them.
    assert.equal(served + held, offered);
    assert.ok(served > offered / 2);
    assert.equal(routes.setup?.count, 10);
    assert.ok((stages.script?.count ?? 0) > 0 && (stages.dither?.count ?? 0) > 0);
    assert.ok(reuse !== null && reuse.fresh > 0 && reuse.reused > 0);
    assert.ok(reuse.fresh + reuse.joined + reuse.reused >= offered);
    assert.ok(server !== null && server.cpuSeconds > 0 && server.peakMb > 50 && server.startMs > 0);
    assert.equal(
      timeline.reduce((sum, piece) => sum + piece.offered, 0),
      offered,
    );
  });

  it('writes a report into a new folder, in one file without links to elsewhere', () => {
    const html = readFileSync(path.join(folder, 'out/report.html'), 'utf8');
    assert.match(html, /<svg/);
    assert.doesNotMatch(html, /<script|https?:\/\/(?!127\.0\.0\.1)/);
  });

  it('leaves nothing behind', () => {
    assert.deepEqual(readdirSync(folder).toSorted(), ['first.json', 'out']);
  });

  it('plays the fleet with the wakes of another preset', async () => {
    const args = ['power-cut', '--fleet', '-n', '10', '-t', '2'];
    const { code, out, err } = await bench(args);
    assert.equal(code, 0, err);
    assert.match(out, /^\n10 devices at .* wakes\/s: served /);
    assert.match(out, /departures/);
  });

  it('compares with an earlier run, and judges by limits', async () => {
    const args = ['smoke', '-t', '2', '--compare', 'first.json', '--max-p99', '0.001', '--max-errors', '0'];
    const { code, out, err } = await bench(args);
    assert.equal(code, 1);
    assert.match(out, /Compared with the run of /);
    assert.match(err, /display p99 of .* is over/);
    assert.match(err, /0 errors are within the 0 allowed/);
  });

  it('says that the screen failed, though every answer was a picture, and which hosts it asked that were not named', async () => {
    writeFileSync(path.join(folder, 'config.yaml'), 'default_screen: broken\n');
    const screens = path.join(folder, 'screens');
    rmSync(screens, { recursive: true, force: true });
    mkdirSync(screens);
    writeFileSync(
      path.join(screens, 'broken.lua'),
      'pcall(http_get, "http://127.0.0.1:9/data") error("out of order")',
    );
    writeFileSync(path.join(screens, 'broken.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const env = { CONFIG_FILE: 'config.yaml', SCREENS_DIR: screens };
    const { code, out } = await bench(['smoke', '-n', '2', '-t', '2', '--max-errors', '0'], env);
    assert.equal(code, 1);
    assert.match(out, /screen fails: .*broken/);
    assert.match(out, /out of order/);
    assert.match(out.replaceAll(/\s+/g, ' '), /--upstream 127\.0\.0\.1/);
  });

  it('ends with what was measured when its server is killed', async () => {
    const args = ['bench', 'steady', '-t', '600', '--warm-up', '0', '--json', 'killed.json'];
    const child = start(folder, args, ONE_OF_EACH);
    const ended = finish(child);
    await until(() => (child.pid === undefined ? [] : childrenOf(child.pid)).length > 0);
    await new Promise<void>((resolve) => {
      child.stderr?.on('data', (text: Buffer) => {
        if (/\d+ served/.test(String(text))) resolve();
      });
    });
    const [server = 0] = childrenOf(child.pid ?? 0);
    process.kill(server, 'SIGKILL');
    const { code, out } = await ended;
    assert.equal(code, 1);
    assert.match(out, /ended before its time: .*(?:SIGKILL|killed|ended)/);
    assert.notEqual(readJson('killed.json').cutShort, null);
  });

  it('ends at SIGINT, tells what was measured, and stops its server', async () => {
    const child = start(folder, ['bench', 'steady', '-t', '600', '--warm-up', '0'], ONE_OF_EACH);
    const ended = finish(child);
    await new Promise<void>((resolve) => {
      child.stderr?.on('data', (text: Buffer) => {
        if (/\d+ served/.test(String(text))) resolve();
      });
    });
    const [server = 0] = childrenOf(child.pid ?? 0);
    child.kill('SIGINT');
    const { code, out } = await ended;
    assert.equal(code, 1);
    assert.match(out, /ended by the user/);
    assert.throws(() => process.kill(server, 0), { code: 'ESRCH' });
  });
});

describe('stipple bench against a running server', () => {
  let server: DeviceApiServer;

  beforeEach(async () => {
    server = await startDeviceApi();
  });
  afterEach(() => server.stop());

  const short = ['smoke', '-t', '2', '-r', '20'];

  it('measures it, without a server of its own', async () => {
    const { code, out, err } = await bench([...short, '--url', server.url]);
    assert.equal(code, 0, err);
    assert.match(out, /^target +http:\/\/127/m);
    assert.ok(server.calls.some(({ path: called }) => called === '/api/log'));
  });

  it('sends the admin token of a file with display and image alone', async () => {
    writeFileSync(path.join(folder, 'token'), 'hush hush\n');
    const { code, out } = await bench([...short, '--url', server.url, '--token-file', 'token']);
    assert.equal(code, 0);
    const withToken = server.calls.filter(({ headers }) => headers.authorization === 'Bearer hush hush');
    const paths = new Set(withToken.map(({ path: called }) => called.split('/')[2]));
    assert.deepEqual([...paths].toSorted(), ['admin', 'display', 'image']);
    assert.doesNotMatch(out, /hush/);
  });

  it('counts what fails, and fails itself when nothing was served', async () => {
    server.behave('fail');
    const { code, out, err } = await bench([...short, '--url', server.url]);
    assert.equal(code, 1);
    assert.match(out, /HTTP 500/);
    assert.match(err, /no wake was served/);
  });

  it('does not fetch pictures from addresses that were not named', async () => {
    server.behave('elsewhere');
    const { out } = await bench([...short, '--url', server.url]);
    assert.match(out, /image_url is on http:\/\/127\.0\.0\.1:1/);
  });

  it('refuses a server that does not answer, in one sentence', async () => {
    const { url } = server;
    await server.stop();
    const { code, err } = await bench([...short, '--url', url]);
    assert.equal(code, 1);
    assert.equal(err, `stipple: ${url}/health did not answer (ECONNREFUSED)\n`);
    server = await startDeviceApi();
  });
});

describe('a wrong command line of stipple bench', () => {
  for (const [args, sentence] of [
    [['--rate', 'fast'], '--rate: expected a number, got "fast"'],
    [['--rate', '1e9'], '--rate: expected a number from 0.01 to 1000, got 1000000000'],
    [['ramp', '--rate', '5'], '--rate has no effect with ramp, which searches the rate'],
    [['--cold', '--hot'], '--cold and --hot exclude each other'],
    [['--url', 'example.com'], /^--url: expected an http or https address/],
    [['--url', 'http://u:p@127.0.0.1'], /^--url: expected an http or https address/],
    [['--url', 'http://127.0.0.1:1', '--screen', 'clock'], /^--screen has no effect with --url/],
    [['fleet', '--url', 'http://127.0.0.1:1'], /^fleet brings its own screens/],
    [['power-cut', '--fleet', '--url', 'http://127.0.0.1:1'], /^fleet brings its own screens/],
    [['fleet', '--fleet'], '--fleet has no effect with fleet, which is that fleet'],
    [['power-cut', '--fleet', '--screen', 'clock'], /^--screen has no effect with the fleet/],
    [['fleet', '--upstream', 'a.test'], /^--upstream has no effect with the fleet/],
    [['--also', 'http://127.0.0.1:1'], '--also has no effect without --url'],
    [['--token-file', 'x'], '--token-file has no effect without --url'],
    [['--max-errors', 'few'], /^--max-errors: expected a number of errors/],
    [['--max-p99', '0'], '--max-p99: expected milliseconds above 0, got 0'],
    [['--compare', 'none.json'], /^--compare: none\.json: /],
    [['marathon'], 'preset: expected smoke, steady, ramp, power-cut or fleet, got "marathon"'],
    [['--bogus'], /^there is no option --bogus here/],
  ] as const) {
    it(`${args.join(' ')} gets one sentence and exit code 64`, async () => {
      const { code, out, err } = await runCommand(folder, ['bench', ...args]);
      assert.equal(code, 64, err);
      assert.equal(out, '');
      const [line = ''] = err.replace(/^stipple: /, '').split('\n');
      if (typeof sentence === 'string') assert.equal(line, sentence);
      else assert.match(line, sentence);
    });
  }

  it('a screen that does not exist is named, with the one that was probably meant', async () => {
    const { code, err } = await runCommand(folder, ['bench', '--screen', 'clok']);
    assert.notEqual(code, 0);
    assert.match(err, /clok.*clock/);
  });
});
