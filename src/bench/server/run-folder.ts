/** The temporary folder of a run, with the config of its server. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { LIMITS } from '../../platform/base/limits.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { errorCode } from '../../platform/files/files.ts';
import { makeTempFolder } from '../../platform/files/temp-folders.ts';

/** What was started or made for a run, to be stopped and removed when it is over, the last first. */
export class Removals {
  readonly #removals: (() => Promise<void> | void)[] = [];
  #done: Promise<void> | null = null;

  add(remove: () => Promise<void> | void): void {
    this.#removals.push(remove);
  }

  /** Remove all. One that fails does not keep the others; the first failure is thrown. Further calls wait for the first. */
  removeAll(): Promise<void> {
    this.#done ??= this.#removeNext(this.#removals.length - 1);
    return this.#done;
  }

  async #removeNext(index: number): Promise<void> {
    if (index < 0) return;
    try {
      await this.#removals[index]?.();
    } finally {
      await this.#removeNext(index - 1);
    }
  }
}

/** Make the folder, for this user alone. What a killed bench leaves behind, the next server removes. */
export function makeRunFolder(removals: Removals): Result<string, string> {
  try {
    const folder = makeTempFolder('bench-');
    const remove = (): void => folder.remove();
    process.once('exit', remove);
    removals.add(() => {
      process.removeListener('exit', remove);
      remove();
    });
    return ok(folder.path);
  } catch (error) {
    return err(`no temporary folder can be made (${errorCode(error)})`);
  }
}

/** Write the config, which may hold tokens of screen repos. @returns its path */
export function writeRunConfig(folder: string, text: string): Result<string, string> {
  const bytes = Buffer.byteLength(text);
  if (bytes > LIMITS.configFileBytes) {
    return err(
      `the config for so many devices would have ${bytes} bytes, more than ${LIMITS.configFileBytes}: take fewer devices`,
    );
  }
  const file = path.join(folder, 'config.yaml');
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    return ok(file);
  } catch (error) {
    return err(`${file} cannot be written (${errorCode(error)})`);
  }
}
