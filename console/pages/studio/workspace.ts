/**
 * The files that are open in the studio, and what is done with them. It lasts while the console is open, so that neither
 * another page nor a session that has ended takes unsaved text away.
 */
import { computed, type Signal, signal } from '@preact/signals';
import { CallError } from '../../api/call.ts';
import { navigate } from '../../parts/location.ts';
import { OpenFile, type OtherText } from './open-file.ts';
import {
  deleteSourceFile,
  type FilePlace,
  keyOf,
  readSourceFile,
  studioPath,
  writeSourceFile,
} from './source-files.ts';

/** A place in a file that the editor is to show. */
export interface Goal {
  readonly key: string;
  readonly line: number;
  readonly column: number | null;
}

export class Workspace {
  readonly files: Signal<ReadonlyMap<string, OpenFile>> = signal(new Map());
  readonly goal: Signal<Goal | null> = signal(null);
  /** Counts changes of what is on disk. */
  readonly diskChanges = signal(0);
  readonly hasUnsaved = computed(() => [...this.files.value.values()].some((file) => file.isUnsaved.value));
  #owner: string | null = null;
  #isMoving = false;

  /** Another user begins with nothing. */
  setOwner(name: string): void {
    if (this.#owner !== null && this.#owner !== name) this.files.value = new Map();
    this.#owner = name;
  }

  /** Whether leaving for another page would leave unsaved text behind. */
  isLeaving(): boolean {
    return !this.#isMoving && this.hasUnsaved.value;
  }

  /** Show another file. Nothing is lost by that, so nothing is asked. */
  move(place: FilePlace, screen: string | null = null): void {
    this.#isMoving = true;
    try {
      navigate(studioPath(place, screen));
    } finally {
      this.#isMoving = false;
    }
  }

  /** Show a line of a file. */
  show(place: FilePlace, screen: string | null, line: number | null, column: number | null): void {
    this.goal.value = { key: keyOf(place), line: line ?? 1, column };
    this.move(place, screen);
  }

  get(key: string): OpenFile | undefined {
    return this.files.value.get(key);
  }

  /** Open a file, if it is not. Null for what is no text. @throws {CallError} */
  async open(place: FilePlace): Promise<OpenFile | null> {
    const known = this.get(keyOf(place));
    if (known !== undefined) return known;
    const view = await readSourceFile(place);
    if (view.text === null) return null;
    // Somebody else may have opened it meanwhile.
    const file = this.get(keyOf(place)) ?? new OpenFile(view, view.text);
    this.files.value = new Map([...this.files.value, [file.key, file]]);
    return file;
  }

  close(key: string): void {
    this.files.value = new Map([...this.files.value].filter(([known]) => known !== key));
  }

  /** Texts that are not saved, by path. */
  unsavedOf(handle: string): Readonly<Record<string, string>> {
    const own = [...this.files.value.values()].filter((file) => file.handle === handle);
    return Object.fromEntries(
      own.filter((file) => file.isUnsaved.value).map((file) => [file.path, file.text.value]),
    );
  }

  /** The screen as it is in the editor, as calls take it. */
  requestOf(handle: string, screen: string): Readonly<Record<string, unknown>> {
    const ref = `${handle}/${screen}`;
    const files = this.unsavedOf(handle);
    return Object.keys(files).length === 0 ? { screen: ref } : { draft: { screen: ref, files } };
  }

  /** Save a file. False where another text has come onto the disk, which is then in `other`. @throws {CallError} */
  async save(file: OpenFile): Promise<boolean> {
    const text = file.text.value;
    try {
      const { digest } = await writeSourceFile(file, file.fileText, file.digest);
      file.noteSaved(text, digest);
      this.diskChanges.value += 1;
      return true;
    } catch (cause) {
      if (!(cause instanceof CallError) || cause.status !== 409) throw cause;
      const other = await readOther(file);
      // Refused for something else than another text: there is nothing to compare.
      if (other.digest === file.digest) throw cause;
      file.other.value = other;
      return false;
    }
  }

  /** @throws {CallError} 409 for a file that was changed since it was read */
  async remove(file: OpenFile): Promise<void> {
    if (file.digest !== null) await deleteSourceFile(file, file.digest);
    this.close(file.key);
    this.diskChanges.value += 1;
  }

  /** Read open files again, as they may have changed. A text that is not saved stays. */
  async lookAgain(isConcerned: (file: OpenFile) => boolean): Promise<void> {
    const concerned = [...this.files.value.values()].filter(isConcerned);
    await Promise.all(concerned.map((file) => this.#look(file)));
  }

  async #look(file: OpenFile): Promise<void> {
    let now: OtherText;
    try {
      now = await readOther(file);
    } catch {
      // It is looked at again with the next change.
      return;
    }
    if (now.digest === file.digest) return;
    this.diskChanges.value += 1;
    if (file.isUnsaved.value || now.text === null || now.digest === null) file.other.value = now;
    else file.replace(now.text, now.digest);
  }
}

async function readOther(place: FilePlace): Promise<OtherText> {
  try {
    const { text, digest } = await readSourceFile(place);
    return { text, digest };
  } catch (cause) {
    if (cause instanceof CallError && cause.status === 404) return { text: null, digest: null };
    throw cause;
  }
}

export const workspace = new Workspace();
