/**
 * Notices that the config file was changed: by hand, by another server with the same volume, or by a new version of a
 * mounted folder. It looks at the file itself and does not trust notifications, which network file systems and mounts of
 * containers do not send. Links are followed: Kubernetes changes a mounted file by pointing a link elsewhere.
 */
import { stat } from 'node:fs/promises';

/** Twice in two seconds at least: a change is taken when it has stayed the same from one look to the next. */
const LOOK_MS = 500;

export class FileWatcher {
  readonly #file: string;
  readonly #onChange: () => void;
  #timer: NodeJS.Timeout | null = null;
  #isLooking = false;
  /** The state that was taken last, and the one of the last look. */
  #taken: string | null = null;
  #last: string | null = null;

  /** @param onChange  called first when it has begun to look, then when the file is another one, has other times, or is gone, and has stayed so for a moment */
  constructor(file: string, onChange: () => void) {
    this.#file = file;
    this.#onChange = onChange;
  }

  /** Begin to look. Tells of a change at once: there may have been one since the file was read. */
  start(): void {
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS);
    this.#timer.unref();
    void this.#look();
  }

  /** The file as it is now is read by somebody else: it is no change any more. */
  async take(): Promise<void> {
    this.#taken = await stateOf(this.#file);
    this.#last = this.#taken;
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  async #look(): Promise<void> {
    // A file system that hangs must not pile up looks.
    if (this.#isLooking) return;
    this.#isLooking = true;
    const now = await stateOf(this.#file);
    this.#isLooking = false;
    const isSettled = now === this.#last;
    this.#last = now;
    // An editor that writes in place leaves an empty or half file for a moment.
    if (!isSettled || now === this.#taken || this.#timer === null) return;
    this.#taken = now;
    this.#onChange();
  }
}

/** What tells one version of a file from another. */
async function stateOf(file: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unreadable';
  }
}
