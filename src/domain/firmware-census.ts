/** Which firmware the devices of each model run, to tell which of them were left behind. */
import type { DeviceReport } from './report.ts';
import { compareVersions } from './version-range.ts';

type Firmware = Pick<DeviceReport, 'model' | 'firmwareVersion'>;

/**
 * The newest version that so many of a model run is what the others should run. One device with a trial version, or with a
 * version that somebody made up, must not make all others stale.
 */
const SHARE_OF_CURRENT = 0.1;

export class FirmwareCensus {
  /** Devices by model and version. */
  readonly #models = new Map<string, Map<string, number>>();
  /** By model; made when it is asked for first. */
  readonly #current = new Map<string, string | null>();
  /** By model and version. */
  readonly #stale = new Map<string, Map<string, boolean>>();

  /** Count a device. To be called before anything is asked. */
  add({ model, firmwareVersion }: Firmware): void {
    if (model === null || firmwareVersion === null) return;
    let versions = this.#models.get(model);
    if (versions === undefined) {
      versions = new Map();
      this.#models.set(model, versions);
    }
    versions.set(firmwareVersion, (versions.get(firmwareVersion) ?? 0) + 1);
  }

  /** True for a device whose version is older than the one that its model runs by now. */
  isStale({ model, firmwareVersion }: Firmware): boolean {
    if (model === null || firmwareVersion === null) return false;
    let known = this.#stale.get(model);
    if (known === undefined) {
      known = new Map();
      this.#stale.set(model, known);
    }
    let isStale = known.get(firmwareVersion);
    if (isStale === undefined) {
      const current = this.currentOf(model);
      isStale = current !== null && (compareVersions(firmwareVersion, current) ?? 0) < 0;
      known.set(firmwareVersion, isStale);
    }
    return isStale;
  }

  /** The version that the devices of a model should run; null where none of theirs is a number. */
  currentOf(model: string): string | null {
    let current = this.#current.get(model);
    if (current === undefined) {
      current = newest(this.#models.get(model) ?? new Map());
      this.#current.set(model, current);
    }
    return current;
  }
}

/** The newest version with its share of devices. Where versions are many, none may have it: then there is no such version. */
function newest(versions: ReadonlyMap<string, number>): string | null {
  const devices = [...versions.values()].reduce((sum, count) => sum + count, 0);
  let found: string | null = null;
  for (const [version, count] of versions) {
    if (count < devices * SHARE_OF_CURRENT || compareVersions(version, version) === null) continue;
    if (found === null || (compareVersions(version, found) ?? 0) > 0) found = version;
  }
  return found;
}
