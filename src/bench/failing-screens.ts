/** Asks the admin API which screens of the bench's devices fail: devices get an error screen then, and no error. */
import { isPlainObject, type PlainValue } from '../platform/base/plain.ts';
import { adminGet } from './admin-get.ts';
import type { ErrorCount } from './result.ts';
import type { BenchTarget } from './target.ts';

/** The screens that fail, each with the number of devices that showed the failure at their last call. */
export async function failingScreens({
  url,
  adminToken,
  devices,
}: Pick<BenchTarget, 'url' | 'adminToken' | 'devices'>): Promise<readonly ErrorCount[]> {
  if (adminToken === null) return [];
  const list = await adminGet<PlainValue>({ url, token: adminToken }, 'devices', null);
  if (!Array.isArray(list)) return [];
  const ours = new Set(devices.map(({ mac }) => mac));
  const found = new Map<string, ErrorCount>();
  for (const device of list) {
    if (!isPlainObject(device) || !ours.has(String(device['mac'])) || !isPlainObject(device['failing']))
      continue;
    const screen = String(device['screen'] ?? 'the default screen');
    const before = found.get(screen);
    const example = String(device['failing']['reason']);
    const kind = `screen fails: ${screen}`;
    found.set(screen, { route: 'display', kind, count: (before?.count ?? 0) + 1, example });
  }
  return [...found.values()];
}
