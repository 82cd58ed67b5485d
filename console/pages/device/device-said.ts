/** What only some devices say of themselves: power, the last wake, sensors. */
import type { OneDevice } from '../../api/types.ts';

type Said = readonly [title: string, text: string];

/** What a device has said, as titles and texts; nothing of what it has not. */
export function saidBy(device: OneDevice): readonly Said[] {
  const said: readonly (readonly [string, string | null])[] = [
    ['Power', power(device)],
    ['Battery itself', cell(device)],
    ['Woken by', device.update_source],
    ['Awake before', withUnit(device.wake_time_ms, 'ms')],
    ['Picture from its flash', yesNo(device.image_cached)],
    ['Wi-Fi band', device.wifi_band === null ? null : `${device.wifi_band} GHz`],
    ...(device.sensors ?? []).map(({ kind, value, unit = '' }) => [kind, `${value} ${unit}`] as const),
  ];
  return said.filter((one): one is Said => one[1] !== null);
}

function power({ usb_connected: usb, battery_charging: charging }: OneDevice): string | null {
  if (usb === null && charging === null) return null;
  const parts = [usb === true && 'USB', charging === true && 'charging'].filter((part) => part !== false);
  return parts.length === 0 ? 'battery' : parts.join(', ');
}

function cell(device: OneDevice): string | null {
  const parts = [
    withUnit(device.battery_health, '% of new'),
    device.battery_capacity === null ? null : `${device.battery_capacity} mAh`,
    withUnit(device.battery_current, 'mA'),
    withUnit(device.battery_temp, '°C'),
    device.battery_count !== null && device.battery_count > 1 ? `${device.battery_count} cells` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

function withUnit(value: number | null, unit: string): string | null {
  return value === null ? null : `${value} ${unit}`;
}

function yesNo(value: boolean | null): string | null {
  return value === null ? null : value ? 'yes' : 'no';
}
