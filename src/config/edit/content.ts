/** The values of a config as plain data. */
import { isPlainObject, type PlainObject, type PlainValue, setOwn } from '../../platform/base/plain.ts';
import { isNothing, plainOfEntry, toPlain, type YamlEntry, type YamlNode } from '../../platform/yaml/node.ts';
import type { KeptEntry, SectionedText } from '../../platform/yaml/sectioned.ts';
import { DEVICES } from '../read/keys.ts';
import { samePlain, valueAt } from './model.ts';

/** A config that was read. */
export type ConfigText = SectionedText<KeptEntry>;

/** The devices to look at: those with these keys, or all. Devices that were not read alone are always included. */
export type DeviceScope = ReadonlySet<string> | 'all';

/**
 * The values of a config, without the devices outside of the scope; an empty file is an empty map. Null when the root
 * is not a map.
 * @param plainOf makes values of nodes, and may remember them
 */
export function plainContent(
  content: ConfigText,
  scope: DeviceScope = 'all',
  plainOf: (node: YamlNode) => PlainValue = toPlain,
): PlainObject | null {
  const { entries, rest, lineOf } = content;
  const { root } = rest.tree;
  if (entries.length === 0) {
    const value = isNothing(root) ? {} : plainOf(root);
    return isPlainObject(value) ? value : null;
  }
  const inScope = scope === 'all' ? entries : withKeys(entries, scope);
  return Object.fromEntries(
    entriesOf(root).map(({ key, value }): [string, PlainValue] => {
      if (key !== DEVICES) return [key, plainOf(value)];
      const left = entriesOf(value).map((entry) => ({
        line: lineOf(entry.line),
        key: entry.key,
        value: plainOf(entry.value),
      }));
      return [key, plainDevices(inScope, left)];
    }),
  );
}

/** A device that was not read alone. */
interface LeftDevice {
  readonly line: number;
  readonly key: string;
  readonly value: PlainValue;
}

/** The values of all devices in the order of the text. */
function plainDevices(alone: Entries, left: readonly LeftDevice[]): PlainObject {
  const devices: Record<string, PlainValue> = {};
  let next = 0;
  for (const { line, kept } of alone) {
    for (let other = left[next]; other !== undefined && other.line < line; other = left[next]) {
      setOwn(devices, other.key, other.value);
      next++;
    }
    setOwn(devices, kept.entry.key, kept.entry.plain);
  }
  for (const other of left.slice(next)) setOwn(devices, other.key, other.value);
  return devices;
}

/** The value at a path of keys; undefined when there is none. Other devices are not looked at. */
export function plainAt(content: ConfigText, path: readonly string[]): PlainValue | undefined {
  const [section, device] = path;
  const scope: DeviceScope = section === DEVICES && device === undefined ? 'all' : new Set(path.slice(1, 2));
  return valueAt(plainContent(content, scope) ?? {}, path);
}

/** True when a text has a given value for the devices in the scope, and for all others the value from before. */
export function says(before: ConfigText, after: ConfigText, scope: DeviceScope, value: PlainObject): boolean {
  if (!sameOutside(before, after, scope)) return false;
  const now = plainContent(after, scope);
  return now !== null && samePlain(now, value);
}

/**
 * True when all devices outside of the scope that were read alone have the same values in both, in the same order.
 * Devices that were not read again need no comparison.
 */
function sameOutside(before: ConfigText, after: ConfigText, scope: DeviceScope): boolean {
  if (scope === 'all') return true;
  const [left, right] = [before.entries, after.entries];
  let [from, to] = [0, 0];
  while (from < left.length || to < right.length) {
    const [old, now] = [left[from]?.kept, right[to]?.kept];
    if (old === now || (isOutside(old, scope) && isOutside(now, scope) && saySame(old, now))) {
      from++;
      to++;
    } else if (old !== undefined && scope.has(old.entry.key)) {
      from++;
    } else if (now !== undefined && scope.has(now.entry.key)) {
      to++;
    } else {
      return false;
    }
  }
  return true;
}

function isOutside(device: KeptEntry | undefined, scope: ReadonlySet<string>): device is KeptEntry {
  return device !== undefined && !scope.has(device.entry.key);
}

function saySame({ entry: a }: KeptEntry, { entry: b }: KeptEntry): boolean {
  return a.key === b.key && samePlain(plainOfEntry(a), plainOfEntry(b));
}

type Entries = ConfigText['entries'];

/** For so few keys, searching each is faster than checking every entry. */
const FEW = 8;

function withKeys(entries: Entries, keys: ReadonlySet<string>): Entries {
  if (keys.size > FEW) return entries.filter(({ kept }) => keys.has(kept.entry.key));
  const found = [...keys].flatMap((key) => entries.find(({ kept }) => kept.entry.key === key) ?? []);
  return found.sort((a, b) => a.start - b.start);
}

function entriesOf(node: YamlNode): readonly YamlEntry[] {
  return node.kind === 'map' ? node.entries : [];
}
