/** What the page asks of the server about its device, and when it asks again. */
import { CallError, callAdmin } from '../../api/call.ts';
import type { StreamTopic } from '../../api/stream.ts';
import type { FleetEvent, FleetRow, FleetView, OneDevice } from '../../api/types.ts';
import { type Loaded, useLoad } from '../../parts/use-load.ts';

/** The path of a device below the admin API. */
export function deviceCall(key: string, rest = ''): string {
  return `/devices/${encodeURIComponent(key)}${rest}`;
}

/** The device, with where each of its values comes from. */
export function useDevice(key: string): Loaded<OneDevice> {
  return useLoad((signal) => callAdmin<OneDevice>(deviceCall(key), { signal }), [key], {
    topics: ['config', 'device', 'screen', 'repo'],
    isConcerned: (topic, data) => topic !== 'device' || isAbout(data, key, null),
  });
}

/** Its row of the fleet: its state, and when it wakes next. */
export function useFleetRow({ key, mac }: OneDevice): Loaded<{ readonly row: FleetRow | null }> {
  return useLoad(
    async (signal) => {
      const view = await callAdmin<FleetView>(`/fleet?q=${encodeURIComponent(key)}&limit=500`, { signal });
      return { row: view.devices.find((row) => row.key === key || (mac !== '' && row.mac === mac)) ?? null };
    },
    [key],
    {
      topics: ['device', 'config'],
      isConcerned: (topic, data) => topic === 'config' || isAbout(data, key, mac),
      merge: (_, topic, data) =>
        topic === 'device' && (data as FleetEvent).device !== null
          ? { row: (data as FleetEvent).device }
          : null,
    },
  );
}

/** Something about one device, asked for again when something happens to it or its config changes. */
export function useAbout<Value>(
  { key, mac }: OneDevice,
  load: (signal: AbortSignal) => Promise<Value>,
  about: readonly unknown[] = [],
  topics: readonly StreamTopic[] = ['device'],
): Loaded<Value> {
  return useLoad(load, [key, ...about], {
    topics,
    isConcerned: (topic, data) => topic !== 'device' || isAbout(data, key, mac),
  });
}

function isAbout(data: unknown, key: string, mac: string | null): boolean {
  const event = data as FleetEvent;
  return event.mac === key || event.mac === mac || event.device?.key === key;
}

/** What a refused call found wrong: each problem at its field, or all of it in one line. */
export function problemsOf(cause: unknown): readonly { readonly field: string; readonly message: string }[] {
  if (!(cause instanceof CallError)) throw cause;
  return cause.problems.length > 0 ? cause.problems : [{ field: '', message: cause.message }];
}

/** The screen of a name as `handle/path`: the config may have a plain one, which means a local screen before a built-in one. */
export function refOfName(name: unknown, refs: readonly string[]): string | null {
  if (typeof name !== 'string') return null;
  return [name, `local/${name}`, `service-builtin/${name}`].find((ref) => refs.includes(ref)) ?? null;
}
