import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ExitError } from '../../../src/cli/exit.ts';
import { type RenderArguments, readOptions } from '../../../src/cli/render/options.ts';

const NONE: RenderArguments = {
  mac: undefined,
  output: 'a.png',
  svg: undefined,
  screen: undefined,
  params: undefined,
  device: undefined,
  panel: undefined,
  size: undefined,
  colors: undefined,
  battery: undefined,
  rssi: undefined,
  firmware: undefined,
  at: undefined,
  upright: false,
  data: undefined,
  watch: false,
};

describe('readOptions', () => {
  it('takes a display for the model og, unless panel or size say what it is', () => {
    assert.equal(readOptions(NONE).model, 'og');
    assert.equal(readOptions({ ...NONE, device: 'x' }).model, 'x');
    assert.equal(readOptions({ ...NONE, panel: 'wall' }).model, null);
    const { model, size } = readOptions({ ...NONE, size: '600×448' });
    assert.deepEqual([model, size], [null, { widthPx: 600, heightPx: 448 }]);
  });

  it('refuses what contradicts or is not what was expected, with what was expected and what came', () => {
    for (const [args, sentence] of [
      [{ output: undefined }, /expected --output FILE for the picture, or --svg FILE/],
      [{ svg: 'a.png' }, /--output and --svg name the same file/],
      [{ mac: 'AA:BB' }, /--mac: expected a MAC address such as .* got "AA:BB"/],
      [{ size: '800' }, /--size: expected WIDTHxHEIGHT such as 800x480, .* got "800"/],
      [{ size: '8x5000' }, /each from 1 to 4096 pixels, got "8x5000"/],
      [{ size: '0x8' }, /got "0x8"/],
      [{ size: '8x8', device: 'x' }, /--size and --device both say/],
      [{ panel: 'wall', device: 'x' }, /--panel and --device both say/],
      [{ colors: 'red' }, /--colors: expected #rrggbb,#rrggbb,…, got "red"/],
      [{ battery: 'full' }, /--battery: expected a voltage from 0 to 100, got "full"/],
      [{ rssi: '300' }, /--rssi: expected a signal strength in dBm from -200 to 100, got "300"/],
      [{ at: 'noon' }, /--at: expected a moment by ISO 8601 .* got "noon"/],
      [{ output: '-', watch: true }, /--watch replaces a file again and again/],
    ] as const) {
      assert.throws(
        () => readOptions({ ...NONE, ...args }),
        (error) => error instanceof ExitError && error.exitCode === 64 && sentence.test(error.message),
        JSON.stringify(args),
      );
    }
  });
});
