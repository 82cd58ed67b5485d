/** Devices to which nobody gives a screen: each of their polls is answered with 404. */
import type { ConfigSnapshot } from './config-snapshot.ts';
import { isDefaultKey, type MappingEntry } from './mapping.ts';
import { type Mapped, resolveEntry, selectableDevice, unseenDevice } from './resolve-mapping.ts';
import { maySelect } from './selecting.ts';

type ScreenConfig = Parameters<typeof resolveEntry>[0];

/**
 * True where neither its entry, nor a group, nor the default names a screen for a device.
 * @param device  null for one that never called: a group may select it by what it says then, and is believed to
 */
export function hasNoScreen(
  config: ScreenConfig,
  device: Mapped | null,
  entry: MappingEntry | null,
): boolean {
  if (entry !== null && isDefaultKey(entry.key)) return false;
  if (device !== null) return resolveEntry(config, device, entry) === null;
  return entry !== null && !mayGetScreen(config, entry);
}

function mayGetScreen(config: ScreenConfig, entry: MappingEntry): boolean {
  const unseen = unseenDevice(entry.key);
  if (resolveEntry(config, unseen, entry) !== null) return true;
  const may = maySelect(selectableDevice(config.panels, unseen, entry));
  return config.groups.some(({ match, screen }) => screen !== null && may(match));
}

/** Why a device has no screen, and what gives it one. */
export function noScreenText(
  { groups }: Pick<ConfigSnapshot, 'groups'>,
  entry: Pick<MappingEntry, 'tags'> | null,
): string {
  const tags = entry?.tags ?? [];
  const shown = tags.slice(0, MOST_TAGS).map((tag) => JSON.stringify(tag));
  const what =
    tags.length === 0 ? '' : ` by its tags ${shown.join(', ')}${tags.length > MOST_TAGS ? ' and more' : ''}`;
  const selecting = groups.length === 0 ? 'there are no groups' : `no group with a screen selects it${what}`;
  return `${selecting}, and neither DEFAULT nor default_screen names one`;
}

/** The most tags in a sentence. */
const MOST_TAGS = 5;
