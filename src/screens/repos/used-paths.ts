/** Which screens of a repo devices, frames and groups of the config show. */
import { type ConfigSnapshot, namedScreens } from '../../domain/config-snapshot.ts';

type UsingConfig = Pick<ConfigSnapshot, 'devices' | 'frames' | 'groups' | 'defaultScreen'>;

/** By handle, for each config that is in use: a list of many repos asks for each of them. */
const OF_CONFIGS = new WeakMap<UsingConfig, ReadonlyMap<string, readonly string[]>>();

/** Paths of the screens of a handle that a config names. */
export function usedPaths(config: UsingConfig, handle: string): readonly string[] {
  let known = OF_CONFIGS.get(config);
  if (known === undefined) {
    known = byHandle(config);
    OF_CONFIGS.set(config, known);
  }
  return known.get(handle) ?? [];
}

function byHandle(config: UsingConfig): Map<string, string[]> {
  const { defaultScreen } = config;
  const refs = new Set(namedScreens(config).map(({ screen }) => screen));
  if (defaultScreen !== null) refs.add(defaultScreen);
  const paths = new Map<string, string[]>();
  for (const ref of refs) {
    const slash = ref.indexOf('/');
    if (slash === -1) continue;
    const handle = ref.slice(0, slash);
    const known = paths.get(handle);
    if (known === undefined) paths.set(handle, [ref.slice(slash + 1)]);
    else known.push(ref.slice(slash + 1));
  }
  return paths;
}
