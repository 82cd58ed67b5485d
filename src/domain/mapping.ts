/** Mappings: which screen a device shows, and how. */
import type { DeviceParty } from '../platform/base/party-shares.ts';
import type { PlainObject, PlainValue } from '../platform/base/plain.ts';
import type { Size } from './panel.ts';
import type { Selector } from './selector.ts';
import type { EntryFields, SharedFields } from './settings.ts';
import type { Tuning } from './tuning.ts';

/** Key of the mapping that serves every device without one of its own. */
export const DEFAULT_KEY = 'DEFAULT';

/** True for that key in any spelling. */
export function isDefaultKey(key: string): boolean {
  return key.trim().toUpperCase() === DEFAULT_KEY;
}

/** What entries of devices and frames, and groups, say of how a screen is shown. */
export interface MappingSettings extends SharedFields {
  readonly params: PlainObject;
  readonly tuning: Tuning;
}

/** An entry under `devices:` or `frames:` as it stands there. */
export interface MappingEntry extends MappingSettings, EntryFields {
  /** The key as it is written in the config. */
  readonly key: string;
  /** Null where groups or `DEFAULT` decide. */
  readonly screen: string | null;
}

/** What a device or a frame shows, and how. */
export interface Mapping extends MappingEntry {
  readonly screen: string;
  /** True where an author has chosen its params: they must not lead its script into the private network. */
  readonly isPublicOnly?: boolean;
  /** Names of params from groups that name no screen: one that does not know them ignores them. */
  readonly looseParams?: readonly string[];
}

/** An entry under `groups:`: what the devices that it selects show, where their own entries do not say it. */
export interface Group extends MappingSettings {
  readonly name: string;
  readonly match: Selector;
  /** The same as it is written. */
  readonly written: PlainValue;
  readonly screen: string | null;
  /** It selects only devices with an entry, and those that have called with one token for longer than a day. */
  readonly adoptedOnly: boolean;
}

/** An entry under `frames:`. */
export interface FrameEntry {
  readonly mapping: Mapping;
  /** Null where the panel, or the default, decides. */
  readonly size: Size | null;
}

export interface ResolvedMapping {
  readonly mapping: Mapping;
  /** True when its entry or a group gives the screen, not the default. */
  readonly own: boolean;
  /** Whose the device is: what it may take of the server, and whether it gets secrets. Never judged by `own`. */
  readonly party: DeviceParty;
}

/** True for an entry that needs nobody else to say what is shown. */
export function hasScreen(entry: MappingEntry): entry is Mapping {
  return entry.screen !== null;
}
