/** What the health of a server says, in words and numbers for people. */
import type { HealthView } from '../../api/types.ts';
import type { Tone } from '../../parts/tag.tsx';
import { countText } from '../../parts/time-text.ts';

export interface Finding {
  readonly tone: Extract<Tone, 'bad' | 'warning' | 'notice'>;
  readonly text: string;
  /** The place of the console that says more. */
  readonly to?: string;
}

type Look = (health: HealthView) => Finding | null;

/** A queue beyond this share of its limit is about to turn jobs away. */
const NEARLY_FULL = 0.8;

const when = (condition: boolean, finding: Finding): Finding | null => (condition ? finding : null);

/** The most urgent first. */
const LOOKS: readonly Look[] = [
  ({ state: { ok, engine } }) =>
    when(!ok, { tone: 'bad', text: `The state store (${engine}) does not answer.` }),
  ({ state: { damaged } }) => {
    const count = damaged.reduce((sum, one) => sum + one.count, 0);
    const names = damaged.flatMap(({ kind, keys }) => keys.map((key) => `${kind} ${key}`));
    const more = count > names.length ? ` and ${count - names.length} more` : '';
    const text = `${countText(count, 'record', 'records')} of the state store cannot be read: ${names.join(', ')}${more}.`;
    return when(count > 0, { tone: 'bad', text });
  },
  ({ ready }) => when(!ready, { tone: 'bad', text: 'The server is not ready to draw pictures.' }),
  ({ queues }) => {
    const full = queues.filter(({ waiting, limit }) => waiting >= limit * NEARLY_FULL);
    const names = full.map(({ name }) => QUEUES[name]).join(' and ');
    return when(full.length > 0, {
      tone: 'bad',
      text: `Too much is asked at once: nearly full is ${names}.`,
    });
  },
  ({ screens: { failing_total: total, failing } }) => {
    const devices = failing.reduce((sum, one) => sum + one.devices, 0);
    const text = `${countText(total, 'screen fails', 'screens fail')}, on ${countText(devices, 'device')}.`;
    return when(total > 0, { tone: 'bad', text, to: '/?state=failing' });
  },
  ({ repos: { error } }) =>
    when(error > 0, {
      tone: 'bad',
      to: '/screens',
      text: `${countText(error, 'screen repo has', 'screen repos have')} an error.`,
    }),
  ({ drift }) =>
    when(drift.length > 0, {
      tone: 'warning',
      text: `The servers differ in ${drift.map((one) => DRIFTS[one]).join(' and ')}.`,
    }),
  ({ alerts: { firing } }) =>
    when((firing ?? 0) > 0, {
      tone: 'warning',
      to: '/settings',
      text: `${countText(firing ?? 0, 'alert stands', 'alerts stand')}.`,
    }),
  ({ devices: { no_screen: without } }) =>
    when(without > 0, {
      tone: 'bad',
      to: '/?state=no_screen',
      text: `${countText(without, 'device has', 'devices have')} no screen.`,
    }),
  ({ devices: { late } }) =>
    when(late > 0, {
      tone: 'warning',
      to: '/?state=late',
      text: `${countText(late, 'device is', 'devices are')} late.`,
    }),
  ({ repos: { offline } }) =>
    when(offline > 0, {
      tone: 'warning',
      to: '/screens',
      text: `${countText(offline, 'screen repo', 'screen repos')} could not be reached; what was fetched before is used.`,
    }),
  ({ devices: { low_battery: low } }) =>
    when(low > 0, {
      tone: 'warning',
      to: '/?state=low_battery',
      text: `${countText(low, 'battery is', 'batteries are')} low.`,
    }),
  ({ devices: { pending } }) =>
    when(pending > 0, {
      tone: 'notice',
      to: '/pending',
      text: `${countText(pending, 'device waits', 'devices wait')} for a screen.`,
    }),
];

/** What is not well, the most urgent first. */
export function findingsOf(health: HealthView): readonly Finding[] {
  return LOOKS.flatMap((look) => look(health) ?? []);
}

export const QUEUES: Readonly<Record<HealthView['queues'][number]['name'], string>> = {
  compose: 'Running screens',
  raster: 'Drawing',
};

export const DRIFTS: Readonly<Record<HealthView['drift'][number], string>> = {
  version: 'their version',
  config: 'their config',
  repos: 'their screen repos',
  secret: 'the secret that signs picture addresses',
};

export const TIMES: Readonly<Record<HealthView['latency'][number]['name'], string>> = {
  display: 'What to show (display)',
  image: 'Picture (image)',
  setup: 'Setup',
  log: 'Log',
  frame: 'Frame',
  place: 'Wait for a thread that runs the screen',
  script: 'Script, without its HTTP requests',
  upstream: 'HTTP requests and images of the script',
  template: 'Template',
  check: 'Check and hash of the SVG',
  queue: 'Wait for a worker that draws',
  svg: 'SVG pass',
  text: 'Text engine',
  images: 'Decoding of images',
  fonts: 'Fonts',
  plan: 'Plan of the tiles',
  draw: 'Drawing',
  tone: 'Mask of continuous tone',
  dither: 'Dithering',
  encode: 'Encoding of the PNG',
};

/** A time: `4.8 ms`, `215 ms`, `1.20 s`. */
export function msText(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}

/** Memory: `60.2 MiB`. */
export function memoryText(bytes: number): string {
  const mib = bytes / 1_048_576;
  if (mib >= 1024) return `${(mib / 1024).toFixed(1)} GiB`;
  return mib >= 0.1 ? `${mib.toFixed(1)} MiB` : `${(bytes / 1024).toFixed(1)} KiB`;
}
