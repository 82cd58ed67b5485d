/** `stipple render`: draws what a device would show into a PNG file, by the same code as the server. */
import type { CommandModule } from 'yargs';
import { describeFailure } from '../../base/failure.ts';
import type { ContentRequest, MadeContent } from '../../content/content-maker.ts';
import { type DeviceId, parseDeviceId } from '../../domain/device-id.ts';
import type { DeviceFacts } from '../../domain/device-table.ts';
import { type ConfigSnapshot, type Mapping, resolveMapping } from '../../domain/mapping.ts';
import type { RenderEngine } from '../../render-engine.ts';
import { describeTexts } from '../../svg/plan/lifted-text.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { scriptLogger } from '../script-log.ts';
import { loadSetup, openEngine } from '../setup.ts';
import { writePicture } from '../write-picture.ts';
import { COLORS_OPTION, DEVICE_OPTION } from './options.ts';

interface RenderArguments {
  mac: string;
  output: string;
  device: 'og' | 'x';
  battery: number | undefined;
  rssi: number | undefined;
  firmware: string | undefined;
  screen: string | undefined;
  colors: string | undefined;
}

const STOP_MS = 1_000;

export const renderCommand: CommandModule<object, RenderArguments> = {
  command: 'render',
  describe: 'Draw what a device would show into a PNG file',
  builder: (yargs) =>
    yargs
      .option('mac', {
        alias: 'm',
        type: 'string',
        demandOption: true,
        describe: 'MAC address of the device',
      })
      .option('output', { alias: 'o', type: 'string', demandOption: true, describe: 'PNG file to write' })
      .option('device', { ...DEVICE_OPTION, describe: 'Device model: og is 800 x 480, x is 1872 x 1404' })
      .option('battery', { alias: 'b', type: 'number', describe: 'Battery voltage, such as 4.1' })
      .option('rssi', { alias: 'r', type: 'number', describe: 'Signal strength in dBm: --rssi=-63' })
      .option('firmware', { alias: 'f', type: 'string', describe: 'Firmware version, such as 1.8.15' })
      .option('screen', {
        alias: 's',
        type: 'string',
        describe: 'Draw this screen, whatever the config says',
      })
      .option('colors', { ...COLORS_OPTION, describe: 'Palette of the device: #rrggbb,#rrggbb,…' })
      .example('$0 render -m AA:BB:CC:DD:EE:FF -o out.png', 'What this device shows')
      .example('$0 render -m AA:BB:CC:DD:EE:FF -o out.png -s clock -d x', 'The clock on a large panel'),
  handler: render,
};

async function render(args: RenderArguments): Promise<void> {
  const id = parseDeviceId(args.mac);
  if (id === null) {
    throw new ExitError(
      EXIT.usage,
      `--mac: expected a MAC address such as AA:BB:CC:DD:EE:FF, got "${args.mac}"`,
    );
  }
  const setup = await loadSetup(() => scriptLogger({ once: false }));
  const engine = openEngine(setup, { composeThreads: 1, rasterThreads: 1, rasterIsolation: 'process' });
  try {
    const request = contentRequest(setup.config.snapshot, id, args);
    await engine.repos.fetchMissing(request.mapping.screen.split('/')[0] ?? '');
    const made = await engine.contents.make({ ...request, log: setup.logger });
    if (made.kind !== 'content') throw new ExitError(EXIT.failed, 'the screen made no picture');
    await draw(engine, made, args.output);
  } finally {
    await engine.stop(STOP_MS);
  }
}

function contentRequest(
  config: ConfigSnapshot,
  id: DeviceId,
  args: RenderArguments,
): Omit<ContentRequest, 'log'> {
  const resolved = resolveMapping(config, id, null);
  const mapping: Mapping | undefined =
    args.screen === undefined
      ? resolved?.mapping
      : { key: id, params: {}, tuning: {}, ...(resolved?.own ? resolved.mapping : {}), screen: args.screen };
  if (mapping === undefined) {
    throw new ExitError(EXIT.failed, `no screen is assigned to ${id}, and there is no default screen`);
  }
  const device: DeviceFacts = {
    id,
    name: mapping.name ?? null,
    friendlyId: null,
    registrationCode: null,
    registered: resolved?.own ?? false,
    firmwareVersion: args.firmware ?? null,
    model: args.device,
    board: null,
    batteryVoltage: args.battery ?? null,
    percentCharged: null,
    rssi: args.rssi ?? null,
  };
  return {
    config,
    mapping,
    mapped: true,
    device,
    reportedSize: null,
    headerColors: args.colors ?? null,
    hasPrevious: false,
  };
}

async function draw(engine: RenderEngine, made: MadeContent, output: string): Promise<void> {
  const { content } = made;
  const start = performance.now();
  const picture = await engine.raster.run(content);
  const rasterMs = performance.now() - start;
  if (!picture.ok) throw new ExitError(EXIT.failed, `picture not drawn: ${describeFailure(picture.error)}`);

  await writePicture(output, picture.value.png);
  const { widthPx, heightPx, palette, algorithm } = content.spec;
  const { png, stagesMs, texts, warnings, ladderStep } = picture.value;
  for (const warning of warnings) say.error(`warning: ${warning}`);
  if (ladderStep > 0) say.error('warning: the picture was over its byte limit and has been encoded again');
  say.error(
    `${output}: ${widthPx} x ${heightPx}, ${palette.length} inks, ${algorithm}, ${png.length} bytes, refresh ${made.refreshSeconds} s`,
  );
  say.error(`texts: ${describeTexts(texts)}`);
  say.error(`hash ${content.hash}`);
  say.error(`stages: ${stageList({ ...made.stagesMs, ...stagesMs })}; raster job ${rasterMs.toFixed(1)} ms`);
  if (made.failure !== null) {
    throw new ExitError(
      EXIT.failed,
      `the screen failed, the error picture was written: ${describeFailure(made.failure)}`,
    );
  }
}

function stageList(stages: Readonly<Record<string, number>>): string {
  return Object.entries(stages)
    .map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`)
    .join(', ');
}
