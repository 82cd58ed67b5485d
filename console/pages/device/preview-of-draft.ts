/** The call that draws what the form holds, on the device as it is. */
import type { FleetRow, OneDevice, ScreenView } from '../../api/types.ts';
import { ALL_SETTINGS, valueOfText } from './setting-fields.ts';
import type { ShownSettings } from './settings-draft.ts';

/** Settings that change pixels: a preview takes these. */
const DRAWN = ALL_SETTINGS.filter(({ kind, isDrawn }) => kind === 'panel' || (isDrawn && kind !== 'integer'));

export function previewBody(
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
