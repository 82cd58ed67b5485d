/** The options of `stipple render`, as far as they are known without the config. */

import { type DeviceId, parseDeviceId } from '../../domain/device-id.ts';
import { parsePalette } from '../../domain/palette.ts';
import type { Size } from '../../domain/panel.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { EXIT, ExitError } from '../exit.ts';
import { readDataFiles } from './data-files.ts';
import { readMoment } from './moment.ts';

/** The options as the command line parser gives them; undefined when absent. */
export interface RenderArguments {
  mac: string | undefined;
  output: string | undefined;
  svg: string | undefined;
  screen: string | undefined;
  params: string[] | undefined;
  device: 'og' | 'x' | undefined;
  panel: string | undefined;
  size: string | undefined;
  colors: string | undefined;
  battery: string | undefined;
  rssi: string | undefined;
  firmware: string | undefined;
  at: string | undefined;
  upright: boolean;
  data: string[] | undefined;
  watch: boolean;
}

/** A number in a device's telemetry, and the range that the server accepts. */
interface Quantity {
  readonly what: string;
  readonly min: number;
  readonly max: number;
}

const VOLTS: Quantity = { what: 'a voltage', min: 0, max: 100 };
const DBM: Quantity = { what: 'a signal strength in dBm', min: -200, max: 100 };

/** Null for absent options. */
export interface RenderOptions {
  readonly id: DeviceId | null;
  readonly screen: string | null;
  /** The params as written, each a JSON object or `key=value`. */
  readonly params: readonly string[];
  readonly model: string | null;
  readonly panel: string | null;
  readonly size: Size | null;
  readonly colors: string | null;
  readonly batteryVoltage: number | null;
  readonly rssi: number | null;
  readonly firmwareVersion: string | null;
  readonly nowMs: number | null;
  /** True for the picture as its viewer sees it, false for the file that the device gets. */
  readonly upright: boolean;
  /** Files with data, by name. */
  readonly data: ReadonlyMap<string, string>;
  readonly outputs: Outputs;
}

/** Where to write results, at least one. `-` is standard output. */
export interface Outputs {
  readonly png: string | null;
  readonly svg: string | null;
}

/**
 * Read a command line.
 * @throws {ExitError} 64 with what was expected and what came
 */
export function readOptions(args: RenderArguments): RenderOptions {
  refuseConflicts(args);
  const { device, panel, size, colors } = args;
  if (colors !== undefined && parsePalette(colors) === null) {
    throw new ExitError(EXIT.usage, `--colors: expected #rrggbb,#rrggbb,…, got "${colors}"`);
  }
  const isModel = panel === undefined && size === undefined;
  return {
    id: args.mac === undefined ? null : readMac(args.mac),
    screen: args.screen ?? null,
    params: args.params ?? [],
    model: device ?? (isModel ? 'og' : null),
    panel: panel ?? null,
    size: size === undefined ? null : readSize(size),
    colors: colors ?? null,
    batteryVoltage: readNumber('battery', VOLTS, args.battery),
    rssi: readNumber('rssi', DBM, args.rssi),
    firmwareVersion: args.firmware ?? null,
    nowMs: args.at === undefined ? null : readMoment('at', args.at),
    upright: args.upright,
    data: readDataFiles(args.data),
    outputs: { png: args.output ?? null, svg: args.svg ?? null },
  };
}

/** The parser's `conflicts` says that two options exclude each other, and not why. */
function refuseConflicts({ output, svg, device, panel, size, watch }: RenderArguments): void {
  const problem = [
    [output === undefined && svg === undefined, 'expected --output FILE for the picture, or --svg FILE'],
    [output !== undefined && output === svg, '--output and --svg name the same file'],
    [
      size !== undefined && device !== undefined,
      '--size and --device both say how large the display is; give one of them',
    ],
    [
      panel !== undefined && device !== undefined,
      '--panel and --device both say what the display is; give one of them',
    ],
    [
      watch && (output === '-' || svg === '-'),
      '--watch replaces a file again and again, so it cannot write to standard output',
    ],
  ].find(([applies]) => applies);
  if (problem !== undefined) throw new ExitError(EXIT.usage, String(problem[1]));
}

function readNumber(option: string, { what, min, max }: Quantity, text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (text.trim() !== '' && value >= min && value <= max) return value;
  throw new ExitError(EXIT.usage, `--${option}: expected ${what} from ${min} to ${max}, got "${text}"`);
}

function readMac(text: string): DeviceId {
  const id = parseDeviceId(text);
  if (id !== null) return id;
  throw new ExitError(EXIT.usage, `--mac: expected a MAC address such as AA:BB:CC:DD:EE:FF, got "${text}"`);
}

function readSize(text: string): Size {
  const [, widthPx = 0, heightPx = 0] = (/^(\d{1,5})\s*[x×]\s*(\d{1,5})$/i.exec(text.trim()) ?? []).map(
    Number,
  );
  const most = LIMITS.pictureEdgePx;
  if ([widthPx, heightPx].every((edge) => edge >= 1 && edge <= most)) return { widthPx, heightPx };
  throw new ExitError(
    EXIT.usage,
    `--size: expected WIDTHxHEIGHT such as 800x480, each from 1 to ${most} pixels, got "${text}"`,
  );
}
