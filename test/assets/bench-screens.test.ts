/** The screens of the fleet that the bench plays: they are drawn on every panel, and `stipple check` has nothing to say. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { PRESET_SCREENS } from '../../src/bench/server/preset-screens.ts';
import { startUpstreams, type UpstreamProcess } from '../../src/bench/server/upstream-process.ts';
import { deadlineIn } from '../../src/platform/base/deadline.ts';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { runCommand } from '../support/processes/stipple.ts';
import { someOf } from '../support/rounds.ts';
import { EXAMPLES_DIR } from '../support/screens/examples.ts';
import { type Gallery, openGallery } from '../support/screens/gallery.ts';

const BENCH_DIR = path.join(PACKAGE_ROOT, 'assets', 'bench', 'screens');
const SIXTEEN = Array.from(
  { length: 16 },
  (_, n) => `#${(n * 17).toString(16).padStart(2, '0').repeat(3)}`,
).join();

/** The panels that the fleet has. */
const PANELS = [
  { width: 800, height: 480, colors: '#000000,#ffffff' },
  { width: 800, height: 480, colors: '#000000,#555555,#aaaaaa,#ffffff' },
  { width: 800, height: 480, colors: '#000000,#ffffff,#0000ff,#00ff00,#ff0000,#ffff00' },
  { width: 1872, height: 1404, colors: SIXTEEN },
];

/** Screens on every panel: in a usual run half of them, others with each seed. */
const LOOKS = someOf(
  PRESET_SCREENS.flatMap(({ name }) => PANELS.map((panel) => ({ name, panel }))),
  2,
);

describe('the screens of the fleet', () => {
  let gallery: Gallery;
  let upstream: UpstreamProcess;

  before(async () => {
    gallery = await openGallery(null, BENCH_DIR);
    const started = await startUpstreams(1);
    assert.ok(started.ok, started.ok ? '' : started.error);
    upstream = started.value;
  });
  after(async () => {
    await gallery.stop();
    await upstream.stop();
  });

  for (const { name, params } of PRESET_SCREENS) {
    it(`${name}: becomes a picture on every panel, within its bytes, all texts fitted`, async () => {
      for (const { panel } of LOOKS.filter((look) => look.name === name)) {
        const values = { ...params?.(3), upstream: `http://${upstream.hosts[0]}` };
        const { made } = await gallery.draw(name, { ...panel, params: values });
        const picture = await gallery.engine.raster.run(made.content, deadlineIn(30_000));
        assert.ok(picture.ok, JSON.stringify(picture));
        assert.deepEqual(picture.value.warnings, []);
        assert.equal(picture.value.ladderStep, 0);
        assert.deepEqual(picture.value.texts.kept, {});
      }
    });
  }

  it('are those that the preset names, each with a title and a refresh', () => {
    const listed = gallery.engine.catalogue.list({ screens: new Map() });
    assert.deepEqual(
      listed.map(({ ref }) => ref),
      PRESET_SCREENS.map(({ name }) => `service-builtin/${name}`).sort(),
    );
    for (const { ref, title, description, problem } of listed) {
      assert.equal(problem, null, ref);
      assert.ok(title !== null && (description?.length ?? 0) > 30, ref);
    }
  });

  it('declare the params that the preset gives them', () => {
    for (const { name, params, upstream: service } of PRESET_SCREENS) {
      const screen = gallery.engine.catalogue.locate(`service-builtin/${name}`, { screens: new Map() });
      assert.ok(screen.ok);
      const given = [...Object.keys(params?.(0) ?? {}), ...(service === undefined ? [] : ['upstream'])];
      assert.deepEqual(screen.value.params.map((field) => field.name).sort(), given.sort(), name);
    }
  });

  it('share what the examples share', () => {
    for (const file of ['lib/page.lua', 'lib/text.lua', 'lib/charts.lua', 'partials/frame.svg']) {
      const [own, example] = [BENCH_DIR, EXAMPLES_DIR].map((dir) =>
        readFileSync(path.join(dir, file), 'utf8'),
      );
      assert.equal(own, example, file);
    }
  });

  it('pass `stipple check --strict` without a remark', async () => {
    const { code, out } = await runCommand(PACKAGE_ROOT, ['check', '--strict', BENCH_DIR]);
    assert.equal(out.trim(), '20 screens checked: 0 errors, 0 warnings, 0 notes');
    assert.equal(code, 0);
  });
});
