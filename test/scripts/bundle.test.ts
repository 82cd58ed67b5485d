/** The bundle, in the package as it is installed: everything that the command loads late is in it, or beside it. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { display, setup } from '../support/device/calls.ts';
import { installPacked } from '../support/processes/packed.ts';
import { finish, type Outcome, startProgram } from '../support/processes/stipple.ts';
import { TOKEN } from '../support/server/admin.ts';
import { startServerProcess } from '../support/server/server-process.ts';

const MAC = 'AA:BB:CC:DD:EE:FF';
const PHOTO = path.join(PACKAGE_ROOT, 'assets/examples/photo-frame/photo.jpg');
/** Runs in the image pool, and shows an image and a text. */
const SCREENS = {
  'photo.lua': `local image = image_process(read_asset("photo.jpg"), { width = 200, height = 150 })
return { data = { image = image }, refresh_rate = 60 }`,
  'photo.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="20" y="60" font-size="40">Photo</text>
<image href="{{ data.image }}" x="20" y="100" width="200" height="150"/></svg>`,
} as const;

describe('the package as it is installed', () => {
  let folder = '';
  let main = '';
  let root = '';

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'stipple-installed-'));
    root = installPacked(folder);
    const { bin } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    main = path.join(root, bin.stipple);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function stipple(...args: readonly string[]): Promise<Outcome> {
    return finish(startProgram(main, folder, args));
  }

  it('tells its version and its commands', async () => {
    const version = await stipple('--version');
    const { version: expected } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    assert.deepEqual([version.out, version.err, version.code], [`${expected}\n`, '', 0]);
    const help = await stipple('--help');
    assert.match(help.out, /stipple render/);
  });

  it('starts where compiled code cannot be kept', async () => {
    // A file in the place of the folder stops root, too.
    const cache = path.join(root, 'dist/code-cache');
    rmSync(cache, { recursive: true, force: true });
    writeFileSync(cache, '');
    const version = await stipple('--version');
    assert.deepEqual([version.err, version.code], ['', 0]);
    rmSync(cache);
  });

  it('checks and draws screens, with the embedded fonts', async () => {
    const checked = await stipple('check', path.join(root, 'dist/assets/screens/clock.lua'));
    assert.equal(checked.code, 0, checked.err);
    const file = path.join(folder, 'clock.png');
    const drawn = await stipple('render', '--screen', 'clock', '--output', file);
    assert.equal(drawn.code, 0, drawn.err);
    assert.equal(readFileSync(file).subarray(1, 4).toString(), 'PNG');
  });

  for (const isolation of ['process', 'thread']) {
    it(`serves devices, the admin API, the pages and the metrics, drawing in a ${isolation}`, async () => {
      const server = await startServerProcess({
        main,
        screens: SCREENS,
        config: 'default_screen: photo\n',
        env: { METRICS_ADDR: '127.0.0.1:0', RASTER_ISOLATION: isolation, COMPOSE_THREADS: '1' },
      });
      try {
        writeFileSync(path.join(server.screensDir, 'photo.jpg'), readFileSync(PHOTO));
        const get = (route: string, more = {}) => fetch(new URL(route, server.url), { headers: more });
        const answer = await setup(server, MAC);
        const { body } = await display(server, MAC, answer.body.api_key);
        assert.equal((await get(body.image_url)).headers.get('content-type'), 'image/png');
        const admin = await get('/api/admin/devices', { Authorization: `Bearer ${TOKEN}` });
        assert.equal(admin.status, 200);
        const pages = ['/', '/openapi.json', '/swagger-ui', '/swagger-ui/swagger-ui-bundle.js'];
        for (const page of pages) assert.equal((await get(page)).status, 200, page);
        const start = await get('/', { Accept: 'text/html,*/*;q=0.8' });
        assert.equal(start.headers.get('content-type'), 'text/html; charset=utf-8');
        assert.equal((await get('/')).headers.get('content-type'), 'application/json');
        const port = /"port":(\d+),"msg":"metrics listening"/.exec(server.lines().join('\n'))?.[1];
        const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        assert.match(metrics, /^stipple_/m);
        // That the machine was busy with something else is no fault of the server.
        const own = server.lines().filter((line) => !line.includes('had to wait for the machine'));
        assert.doesNotMatch(own.join('\n'), /"level":"(?:warn|error)"/);
      } finally {
        await server.stop();
      }
    });
  }

  it('exports the kernel', async () => {
    const program = `import { dither } from 'stipple-server/native'; process.stdout.write(typeof dither);`;
    const file = path.join(root, 'program.mjs');
    writeFileSync(file, program);
    const { out, err } = await finish(startProgram(file, root, []));
    assert.deepEqual([out, err], ['function', '']);
  });
});
