/** Records that cannot be read. */
import { StateError } from './state-error.ts';

/** As many as are worth naming one by one. */
const MOST_NAMED = 1_000;

/** The devices whose records were found damaged. */
export class UnreadableDevices extends Set<string> {
  override add(id: string): this {
    return this.size < MOST_NAMED ? super.add(id) : this;
  }

  /** Read a device of a list; nothing for one that is damaged. */
  async skip<T>(id: string, read: () => T | Promise<T>): Promise<T | null> {
    try {
      return await read();
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.add(id);
      return null;
    }
  }
}

/** What is thrown for a record that is not of its form. */
export function unreadable(kind: string, key: string, cause?: unknown): StateError {
  return new StateError(
    'unusable',
    `The record of ${JSON.stringify(key)} (${kind}) in the state store is damaged.`,
    cause,
  );
}

export function isUnreadable(error: unknown): boolean {
  return error instanceof StateError && error.kind === 'unusable';
}

/** The JSON of one line; null where it is none. */
export function readJsonLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}
