/** The picture that the form would make, drawn a moment after each change: nothing of it is saved. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CallError, callAdmin } from '../../api/call.ts';
import type { FleetRow, OneDevice, PreviewView, ScreenView } from '../../api/types.ts';
import { PanelPicture } from '../../parts/panel-picture.tsx';
import { ALL_SETTINGS, valueOfText } from './setting-fields.ts';
import type { ShownSettings } from './settings-draft.ts';

interface LivePictureProps {
  readonly device: OneDevice;
  readonly row: FleetRow | null;
  readonly screen: ScreenView;
  readonly shown: ShownSettings;
  readonly isChanged: boolean;
}

/** Drawn so long after the last key. */
const TYPING_MS = 400;
/** Devices go first: so often, and so long after each other, is it tried again while there is no room. */
const TRIES = 8;
const BUSY_MS = 1_500;

interface Drawn {
  readonly url: string | null;
  readonly width: number | null;
  readonly remarks: readonly string[];
  /** What it was drawn of. */
  readonly wanted: string;
}

export function LivePicture({ device, row, screen, shown, isChanged }: LivePictureProps) {
  const drawn = useSignal<Drawn | null>(null);
  const wanted = JSON.stringify(previewBody(device, row, screen, shown));
  useEffect(() => {
    const controller = new AbortController();
    const timer = window.setTimeout(() => {
      draw(wanted, controller.signal).then(
        (picture) => {
          if (!controller.signal.aborted) drawn.value = picture;
        },
        (cause: unknown) => {
          if (!controller.signal.aborted) throw cause;
        },
      );
    }, TYPING_MS);
    return () => {
      controller.abort();
      window.clearTimeout(timer);
    };
  }, [wanted]);
  const { value } = drawn;
  const url = value?.url ?? null;
  useEffect(
    () => () => {
      if (url !== null) URL.revokeObjectURL(url);
    },
    [url],
  );
  const isOld = value?.wanted !== wanted;
  return (
    <aside class="live-picture card" aria-labelledby="live-title" aria-busy={isOld}>
      <h2 id="live-title">{isChanged ? 'As it would look, not saved' : 'As it is set'}</h2>
      <div class="live-frame" data-old={isOld && url !== null}>
        <PanelPicture
          src={url}
          alt={`${screen.title} with the values of the form`}
          width={value?.width ?? null}
          missing={value === null ? 'Being drawn…' : 'No picture'}
        />
      </div>
      {value?.remarks.map((remark) => (
        <p key={remark} class="notice warning">
          {remark}
        </p>
      ))}
    </aside>
  );
}

async function draw(wanted: string, signal: AbortSignal): Promise<Drawn> {
  try {
    const { pictures, params } = await askPatiently(wanted, signal);
    const [picture] = pictures;
    return {
      url: picture?.png == null ? null : pictureUrl(picture.png),
      width: picture?.width ?? null,
      remarks: [
        ...params.map(({ message }) => message),
        ...(picture?.failure == null ? [] : [picture.failure.message]),
      ],
      wanted,
    };
  } catch (cause) {
    if (signal.aborted || !(cause instanceof CallError)) throw cause;
    const remarks =
      cause.problems.length > 0 ? cause.problems.map(({ message }) => message) : [cause.message];
    return { url: null, width: null, remarks, wanted };
  }
}

async function askPatiently(wanted: string, signal: AbortSignal): Promise<PreviewView> {
  for (let tries = 1; ; tries += 1) {
    try {
      const body: unknown = JSON.parse(wanted);
      return await callAdmin<PreviewView>('/preview', { method: 'POST', body, signal });
    } catch (cause) {
      const isBusy = cause instanceof CallError && cause.status === 503 && tries < TRIES;
      if (!isBusy) throw cause;
      await new Promise((done) => window.setTimeout(done, BUSY_MS));
      signal.throwIfAborted();
    }
  }
}

/** An address of a picture in base64; it holds memory until it is given back. */
function pictureUrl(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
}

/** Settings that change pixels: a preview takes these. */
const DRAWN = ALL_SETTINGS.filter(({ kind, isDrawn }) => kind === 'panel' || (isDrawn && kind !== 'integer'));

/** The call that draws what the form holds, on the device as it is. */
function previewBody(
  device: OneDevice,
  row: FleetRow | null,
  screen: ScreenView,
  shown: ShownSettings,
): Readonly<Record<string, unknown>> {
  const { settings, params } = device.effective;
  const own = `devices.${device.key}`;
  const isSameScreen = shown.screen === '' || shown.screen === (device.screen_ref ?? device.screen);
  // What others than its own entry give stays while the screen does.
  const inherited = Object.entries(params).filter(([, { from }]) => isSameScreen && from !== own);
  const chosen = DRAWN.flatMap((field): [string, unknown][] => {
    const text = shown.texts[field.name] ?? '';
    if (text.trim() !== '') return [[field.name, valueOfText(field, text)]];
    const effective = settings[field.name];
    return effective === undefined || effective.from === own ? [] : [[field.name, effective.value]];
  });
  const body = Object.fromEntries(chosen);
  const hasPanel = body['panel'] !== undefined;
  return {
    screen: screen.ref,
    params: { ...Object.fromEntries(inherited.map(([name, { value }]) => [name, value])), ...shown.params },
    ...body,
    ...(hasPanel || row === null ? {} : row.panel === null ? sizeOf(row) : { panel: row.panel }),
    facts: factsOf(device),
  };
}

function sizeOf({ width, height }: FleetRow): Readonly<Record<string, unknown>> {
  return { size: `${width}x${height}` };
}

/** What the device has said of itself. */
function factsOf(device: OneDevice): Readonly<Record<string, unknown>> {
  const { mac, name, model, firmware_version, battery_voltage, percent_charged, rssi } = device;
  const facts = { mac, name, model, firmware_version, battery_voltage, percent_charged, rssi };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== ''));
}
