/** Which devices a selector fits. */
import { type Glob, globFits } from './glob.ts';
import { type AddressBytes, addressBytes, isInNetwork } from './network.ts';
import type { NameKey, Selectable, Selector, SelectorCondition } from './selector.ts';
import { isInRange, readVersion, type Version } from './version-range.ts';

/** Makes a function that tells whether a selector fits a device, which is looked at once for many selectors. */
export function selecting(device: Selectable): (selector: Selector) => boolean {
  const looked = new LookedAt(device);
  return (selector) => {
    for (const { all, none } of selector) if (allHold(all, looked) && !anyHolds(none, looked)) return true;
    return false;
  };
}

/** What is known of a device in the form that it is compared in, found when it is asked for first. */
class LookedAt {
  readonly #device: Selectable;
  readonly #names = new Map<NameKey, string | null>();
  #tags: readonly string[] | undefined;
  #address: AddressBytes | null | undefined;
  #version: Version | undefined;

  constructor(device: Selectable) {
    this.#device = device;
  }

  get tags(): readonly string[] {
    this.#tags ??= this.#device.tags.map((tag) => tag.toLowerCase());
    return this.#tags;
  }

  get address(): AddressBytes | null {
    if (this.#address === undefined) {
      const { address } = this.#device;
      this.#address = address === null ? null : addressBytes(address);
    }
    return this.#address;
  }

  /** Null where the device says none. */
  get version(): Version | null {
    const { firmwareVersion } = this.#device;
    if (firmwareVersion === null) return null;
    this.#version ??= readVersion(firmwareVersion);
    return this.#version;
  }

  name(key: Exclude<NameKey, 'tag'>): string | null {
    let name = this.#names.get(key);
    if (name === undefined) {
      name = this.#find(key)?.toLowerCase() ?? null;
      this.#names.set(key, name);
    }
    return name;
  }

  #find(key: Exclude<NameKey, 'tag'>): string | null {
    switch (key) {
      case 'panel':
        return this.#device.panel();
      case 'mac':
        return this.#device.id;
      default:
        return this.#device[key];
    }
  }
}

/**
 * The same for a device of which only its entry is known: true where a selector fits, or may fit by what the device says
 * when it calls.
 */
export function maySelect(device: Selectable): (selector: Selector) => boolean {
  const looked = new LookedAt(device);
  return (selector) => {
    for (const { all, none } of selector) {
      if (all.every((one) => isUnknown(one, looked) || holds(one, looked)) && !anyHolds(none, looked))
        return true;
    }
    return false;
  };
}

/** Whether a condition asks for what the device has not said. Its tags are all known. */
function isUnknown({ key }: SelectorCondition, device: LookedAt): boolean {
  switch (key) {
    case 'tag':
      return false;
    case 'network':
      return device.address === null;
    case 'firmware':
      return device.version === null;
    default:
      return device.name(key) === null;
  }
}

// Loops without closures: each call of a device looks at every group.
function allHold(conditions: readonly SelectorCondition[], device: LookedAt): boolean {
  for (const condition of conditions) if (!holds(condition, device)) return false;
  return true;
}

function anyHolds(conditions: readonly SelectorCondition[], device: LookedAt): boolean {
  for (const condition of conditions) if (holds(condition, device)) return true;
  return false;
}

function holds(condition: SelectorCondition, device: LookedAt): boolean {
  switch (condition.key) {
    case 'network': {
      const { address } = device;
      return address !== null && condition.networks.some((network) => isInNetwork(network, address));
    }
    case 'firmware': {
      const { version } = device;
      return version !== null && condition.ranges.some((range) => isInRange(range, version));
    }
    case 'tag': {
      const { globs } = condition;
      return device.tags.some((tag) => fitsOne(globs, tag));
    }
    default: {
      const name = device.name(condition.key);
      return name !== null && fitsOne(condition.globs, name);
    }
  }
}

function fitsOne(globs: readonly Glob[], name: string): boolean {
  for (const glob of globs) if (globFits(glob, name)) return true;
  return false;
}
