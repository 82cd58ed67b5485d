import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PlainValue } from '../../../src/platform/base/plain.ts';
import { interpretScriptOutput, type ScriptOutput } from '../../../src/screens/script/output.ts';

function output(value: PlainValue): ScriptOutput {
  const result = interpretScriptOutput(value, 'clock.lua');
  assert.ok(result.ok);
  return result.value;
}

it('reads data and refresh rate, and leaves all else unset', () => {
  assert.deepEqual(output({ data: { a: [1] }, refresh_rate: 300 }), {
    data: { a: [1] },
    refreshSeconds: 300,
    refreshAt: null,
    skipUpdate: false,
    nothingToShow: false,
    palette: null,
    measured: null,
    dither: null,
    text: null,
    tuning: {},
    warnings: [],
  });
  assert.deepEqual(output({}).data, {});
});

it('refuses results that are not a table', () => {
  for (const [value, got] of [
    [null, 'nothing'],
    ['text', 'a string'],
    [5, 'a number'],
    [[1], 'a list'],
  ] as const) {
    const result = interpretScriptOutput(value, 'clock.lua');
    assert.ok(!result.ok);
    assert.deepEqual([result.error.code, result.error.file], ['script_result', 'clock.lua']);
    assert.match(result.error.message, new RegExp(`must return a table .* returned ${got}$`));
  }
});

it('reads the refresh rate in whole seconds within its range; 0 and nil mean the default', () => {
  const refresh = (value: PlainValue) => output({ refresh_rate: value }).refreshSeconds;
  assert.deepEqual([0, null, 59.9, 0.2, '120', 1e12].map(refresh), [null, null, 59, 1, 120, 2_592_000]);
  for (const bad of [-1, 'soon', true, { a: 1 }, '', Number.NaN]) {
    assert.equal(refresh(bad), null);
    assert.match(
      output({ refresh_rate: bad }).warnings[0] ?? '',
      /^refresh_rate: expected a number of seconds/,
    );
  }
});

it('accepts only a boolean as skip_update', () => {
  assert.equal(output({ skip_update: true }).skipUpdate, true);
  assert.equal(output({ skip_update: false }).skipUpdate, false);
  const odd = output({ skip_update: 'yes' });
  assert.deepEqual(
    [odd.skipUpdate, odd.warnings],
    [false, ['skip_update: expected true or false, got "yes"']],
  );
});

it('reads colours as text or list, and measured colours that match them one by one', () => {
  const good = output({ colors: '#000000,#FFFFFF', colors_actual: ['#222222', '#dddddd'] });
  assert.deepEqual(good.palette, ['#000000', '#ffffff']);
  assert.deepEqual(good.measured, ['#222222', '#dddddd']);
  const short = output({ colors: ['#000000', '#ffffff', '#ff0000'], colors_actual: ['#222222', '#dddddd'] });
  assert.equal(short.measured, null);
  assert.match(
    short.warnings[0] ?? '',
    /^colors_actual: expected as many colours as colors has \(3\), got 2$/,
  );
  const bad = output({ colors: ['red'] });
  assert.equal(bad.palette, null);
  assert.match(bad.warnings[0] ?? '', /^colors: expected 2 to 256 colours as #rrggbb, got \["red"\]$/);
});

it('accepts two inks that look alike, and inks that are repeated', () => {
  const alike = output({ colors: '#000000,#ffffff', colors_actual: '#888888,#888888' });
  assert.deepEqual([alike.measured, alike.warnings], [['#888888', '#888888'], []]);
  const repeated = output({ colors: '#000000,#000000,#ffffff', colors_actual: '#111111,#222222,#eeeeee' });
  assert.deepEqual(repeated.measured, ['#111111', '#eeeeee']);
  const alone = output({ colors_actual: 'grey' });
  assert.match(alone.warnings[0] ?? '', /^colors_actual: expected colours as #rrggbb, got "grey"$/);
});

it('keeps the name of the algorithm, with a warning when it is unknown', () => {
  assert.equal(output({ dither: 'stucki' }).dither, 'stucki');
  const odd = output({ dither: 'random' });
  assert.equal(odd.dither, 'random');
  assert.match(odd.warnings[0] ?? '', /unknown algorithm "random", known are: floyd-steinberg/);
  assert.equal(output({ dither: 5 }).dither, null);
});

it('reads the numbers for dithering within their ranges', () => {
  const { tuning, warnings } = output({ max_error: 0.5, noise_scale: 1, chroma_clamp: 0, strength: 9 });
  assert.deepEqual(tuning, { maxError: 0.5, noiseScale: 1, chromaClamp: 0 });
  assert.match(warnings.join(), /^strength: expected a number from 0 to 2, got 9$/);
});

it('warns of unknown keys', () => {
  assert.deepEqual(output({ refresh: 5, dta: {} }).warnings, [
    'unknown keys in the result: "refresh", "dta"',
  ]);
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`k${n}`, n]));
  assert.match(output(many).warnings[0] ?? '', /"k4", …$/);
});

it('reads the text mode, and warns of unknown ones with the known ones', () => {
  assert.equal(output({ text: 'plain' }).text, 'plain');
  const wrong = output({ text: 'bold' });
  assert.equal(wrong.text, null);
  assert.deepEqual(wrong.warnings, ['text: expected "fitted" or "plain", got "bold"']);
});

it('reads the time of the next call, and says what it cannot read', () => {
  assert.equal(output({ refresh_at: 1_800_000_000 }).refreshAt, 1_800_000_000);
  assert.deepEqual(output({ refresh_at: null }).warnings, []);
  const { refreshAt, warnings } = output({ refresh_at: 'noon' });
  assert.equal(refreshAt, null);
  assert.deepEqual(warnings, ['refresh_at: expected a Unix time, got "noon"']);
});
