/** Records that cannot be read: they are set aside under their own keys, and all others are served. */
import { STATE_LIMITS } from './limits.ts';
import { StateError } from './state-error.ts';

/** Whether the text of an identity is of its form. The state keeps it as it is, and only its users know what is in it. */
export type IdentityCheck = (identity: string) => boolean;

/** The devices whose records were found damaged, and not whole since. */
export class UnreadableDevices extends Set<string> {
  /**
   * Read a device, and note whether that can be done.
   * @throws {StateError} damaged
   */
  async read<T>(id: string, read: () => T | Promise<T>): Promise<T> {
    try {
      const device = await read();
      this.delete(id);
      return device;
    } catch (error) {
      if (isDamage(error) && this.size < STATE_LIMITS.setAsideKeys) this.add(id);
      throw error;
    }
  }

  /** Read a device of a list; nothing for one that is damaged. */
  async skip<T>(id: string, read: () => T | Promise<T>): Promise<T | null> {
    return unlessDamaged(() => this.read(id, read));
  }
}

/** What is read; null where the record is damaged. */
export async function unlessDamaged<T>(read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!isDamage(error)) throw error;
    return null;
  }
}

/** What is read at once; undefined where the record is damaged. */
export function readSound<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!isDamage(error)) throw error;
    return undefined;
  }
}

/** What is thrown for a record that is not of its form. */
export function unreadable(kind: string, key: string, cause?: unknown): StateError {
  return new StateError(
    'damaged',
    `The record of ${JSON.stringify(key)} (${kind}) in the state store is damaged.`,
    cause,
  );
}

/** True for an error of one record, and not of the store. */
export function isDamage(error: unknown): boolean {
  return error instanceof StateError && error.kind === 'damaged';
}

/** The JSON of one line; null where it is none. */
export function readJsonLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}
