import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_INSETS, type Panel } from '../../../src/domain/panel.ts';
import { accepted, refused, warnings } from '../../support/config/read-config.ts';

function text(...lines: string[]): string {
  return ['panels:', '  wall:', ...lines.map((line) => `    ${line}`), ''].join('\n');
}

function panel(...lines: string[]): Panel | undefined {
  return accepted(text(...lines)).snapshot.panels.get('wall');
}

describe('keys of a panel that shape its PNG', () => {
  it('are all read', () => {
    const read = panel(
      'max_png_bytes: 59999',
      'rotate: 270',
      'offset: { left: 75, top: 25 }',
      'png: { depth: 8, grey: true }',
      'history: true',
    );
    const { maxPngBytes, rotate, offset, png, history } = read ?? {};
    assert.deepEqual(
      { maxPngBytes, rotate, offset, png, history },
      {
        maxPngBytes: 59_999,
        rotate: 270,
        offset: { leftPx: 75, topPx: 25, rightPx: 0, bottomPx: 0 },
        png: { depth: 8, grey: true },
        history: true,
      },
    );
    assert.equal(read?.palette?.length, 256);
  });

  it('leave out what is no value, with its place', () => {
    assert.deepEqual(warnings(text('rotate: 45')), [
      '3:13 panels.wall.rotate: expected one of 0, 90, 180, 270, got 45; it is left out',
    ]);
    assert.match(
      warnings(text('max_png_bytes: 12')).join(),
      /3:20 panels.wall.max_png_bytes: .* from 4096 to 12582912, got 12/,
    );
    assert.match(warnings(text('history: often')).join(), /3:14 panels.wall.history: expected true or false/);
    assert.match(
      warnings(text('offset: { left: -1 }')).join(),
      /3:21 panels.wall.offset.left: expected an integer/,
    );
    assert.match(
      warnings(text('offset: { middle: 1 }')).join(),
      /3:15 unknown key `panels.wall.offset.middle`/,
    );
    const wide = ['width: 100', 'height: 50', 'offset: { left: 60, right: 40 }'];
    assert.match(
      warnings(text(...wide)).join(),
      /5:13 panels.wall.offset: leaves nothing of a panel of 100 x 50/,
    );
    assert.deepEqual(panel(...wide)?.offset, NO_INSETS);
  });

  it('refuse what nobody can guess: an offset or form of another kind', () => {
    assert.match(
      refused(text('offset: [75, 25]')).join(),
      /:3:13: expected a map under `panels.wall.offset`/,
    );
    assert.match(refused(text('png: 8')).join(), /:3:10: expected a map under `panels.wall.png`/);
    assert.match(
      refused(text('png: { grey: true }')).join(),
      /:3:10: panels.wall.png: expected a `depth`, got none/,
    );
    assert.match(
      refused(text('png: { depth: 16 }')).join(),
      /:3:19: panels.wall.png.depth: expected one of 1, 2, 4, 8, 24, got 16/,
    );
  });

  it('refuse forms and palettes that contradict each other, and name both', () => {
    const problem = (...lines: string[]) => refused(text(...lines)).join('\n');
    assert.match(
      problem('png: { depth: 24, grey: true }'),
      /:3:29: panels.wall.png: `depth: 24` is in colour; `grey: true` needs/,
    );
    assert.match(problem('png: { depth: 1 }'), /:3:19: panels.wall.png: `depth: 1` needs `grey: true`/);
    assert.match(
      problem('colors: "#000000,#ffffff,#ff0000"', 'png: { depth: 8, grey: true }'),
      /:3:13: panels.wall.colors: #ff0000 is none of the 256 greys of `png: \{ depth: 8, grey: true \}`/,
    );
    assert.match(
      problem('colors: "#000000,#555555,#ffffff"', 'png: { depth: 1, grey: true }'),
      /panels.wall.colors: #555555 is none of the 2 greys of `png/,
    );
    assert.match(
      problem('colors: "#000000,#ffffff,#ff0000,#00ff00,#0000ff"', 'png: { depth: 2 }'),
      /panels.wall.colors: `png: \{ depth: 2, grey: false \}` holds 4 inks, got 5/,
    );
    assert.match(
      problem('colors: "#000000,#ffffff"', 'png: { depth: 24 }'),
      /panels.wall.colors: `png: \{ depth: 24, grey: false \}` has no palette; leave out one of `colors` and `png`/,
    );
  });

  it('warn of what has no effect in truecolour', () => {
    assert.match(
      warnings(text('png: { depth: 24 }', 'dither: atkinson')).join(),
      /4:13 panels.wall.dither: has no effect with `png/,
    );
  });

  it('give measured colours the order of the inks that the form implies', () => {
    const measured = panel('png: { depth: 1, grey: true }', 'colors_actual: "#111111,#dddddd"');
    assert.deepEqual(measured?.measured, ['#111111', '#dddddd']);
    assert.match(
      warnings(text('png: { depth: 1, grey: true }', 'colors_actual: "#111111"')).join(),
      /a colour for each of the 2 greys, got 1/,
    );
  });

  it('warn of colours of a device that its panel cannot hold', () => {
    const config = `${text('png: { depth: 8, grey: true }')}devices:\n  "AA:BB:CC:DD:EE:FF": { screen: x, panel: wall, colors: "#000000,#ff0000", rotate: 180 }\n`;
    assert.deepEqual(warnings(config), [
      '5:3 devices.AA:BB:CC:DD:EE:FF.colors: a PNG of panels.wall.png does not hold these colours; they are left out',
    ]);
    assert.equal(accepted(config).snapshot.devices.get('AA:BB:CC:DD:EE:FF')?.rotate, 180);
  });
});
