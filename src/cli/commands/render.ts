/** `stipple render`: draws what a device would show into a PNG file, by the same code as the server. */
import type { CommandModule } from 'yargs';
import { dataOfFiles } from '../render/data-files.ts';
import { draw } from '../render/draw.ts';
import { type RenderArguments, readOptions } from '../render/options.ts';
import { watch, watchedBy } from '../render/watch.ts';
import { scriptLogger } from '../script-log.ts';
import { loadSetup, openEngine } from '../setup.ts';
import { COLORS_OPTION, DEVICE_OPTION } from './options.ts';

const STOP_MS = 1_000;

export const renderCommand: CommandModule<object, RenderArguments> = {
  command: 'render',
  describe: 'Draw what a device would show into a PNG file',
  builder: (yargs) =>
    yargs
      .option('output', {
        alias: 'o',
        type: 'string',
        nargs: 1,
        describe: 'PNG file to write; - is standard output',
      })
      .option('svg', {
        type: 'string',
        nargs: 1,
        describe: 'SVG file to write, as it comes from the template; - is standard output',
      })
      .option('screen', {
        alias: 's',
        type: 'string',
        describe: 'Name of the screen to draw, such as weather or local/weather (not a path)',
      })
      .option('mac', {
        alias: 'm',
        type: 'string',
        describe: 'Draw for this device of the config; default: a sample device with the screen of DEFAULT',
      })
      .option('params', {
        alias: 'p',
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'Params, before those of the config: key=value or a JSON object; may be repeated',
      })
      .option('device', {
        ...DEVICE_OPTION,
        describe: 'Device model: og is 800 x 480 (the default), x is 1872 x 1404',
      })
      .option('panel', { type: 'string', describe: 'Draw for this panel of the config' })
      .option('size', { type: 'string', describe: 'Size of the display in pixels, such as 800x480' })
      .option('colors', { ...COLORS_OPTION, describe: 'Palette of the device: #rrggbb,#rrggbb,…' })
      .option('at', {
        type: 'string',
        describe: 'Present time for the screen: 2026-12-24T18:00, in the zone of TZ unless it names one',
      })
      .option('upright', {
        type: 'boolean',
        default: false,
        describe:
          'Draw the picture as its viewer sees it: not turned as the panel wants it, without its free edges',
      })
      .option('data', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'What data_get gives: name=file.json, as old as the file is; may be repeated',
      })
      .option('watch', {
        alias: 'w',
        type: 'boolean',
        default: false,
        describe: 'Draw again whenever SCREENS_DIR or CONFIG_FILE changes, until Ctrl-C',
      })
      .option('battery', { alias: 'b', type: 'string', describe: 'Battery voltage, such as 4.1' })
      .option('rssi', { alias: 'r', type: 'string', describe: 'Signal strength in dBm: --rssi=-63' })
      .option('firmware', { alias: 'f', type: 'string', describe: 'Firmware version, such as 1.8.15' })
      .example('$0 render -o out.png -s clock', 'The clock on a display of 800 x 480 pixels')
      .example('$0 render -o out.png -m AA:BB:CC:DD:EE:FF', 'What this device shows')
      .example(
        '$0 render -o out.png -s weather -p latitude=52.5 -p longitude=13.4 -w',
        'Draw again after every save',
      ),
  handler: render,
};

async function render(args: RenderArguments): Promise<void> {
  const options = readOptions(args);
  const setup = await loadSetup(() => scriptLogger({ once: false }));
  const watched = args.watch ? watchedBy(setup.settings, options) : null;
  const data = dataOfFiles(options.data);
  const engine = openEngine(setup, { composeThreads: 1, rasterThreads: 1, rasterIsolation: 'process', data });
  try {
    // The worker that draws loads while the screen is composed.
    if (options.outputs.png !== null) void engine.raster.start();
    if (watched === null) await draw(engine, options, setup.logger, 'all');
    else await watch(engine, options, watched, setup.logger);
  } finally {
    await engine.stop(STOP_MS);
  }
}
