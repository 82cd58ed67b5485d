/** A file that is open in the studio: the text as it was read, and the text as it is being edited. */
import { computed, type Signal, signal } from '@preact/signals';
import type { FileView } from '../../api/types.ts';
import { type FilePlace, keyOf } from './source-files.ts';

/** What is on disk while the text in the editor is unsaved. */
export interface OtherText {
  /** Null where the file is gone. */
  readonly text: string | null;
  readonly digest: string | null;
}

export class OpenFile implements FilePlace {
  readonly handle: string;
  readonly path: string;
  readonly writable: boolean;
  /** The text in the editor; lines end with `\n` here, whatever the file has. */
  readonly text: Signal<string>;
  /** Counts texts that did not come from the editor. */
  readonly replaced = signal(0);
  /** Another text that has come onto the disk; null while there is none. */
  readonly other: Signal<OtherText | null> = signal(null);
  readonly isUnsaved = computed(() => this.text.value !== this.#saved.value);
  /** The editor's own state with its undo history, while another file is shown. */
  editorState: unknown = null;
  readonly #saved: Signal<string>;
  #digest: string | null;
  #lineEnd: string;

  /** @param text  of the file; what is no text is not opened */
  constructor({ handle, path, writable, digest }: FileView, text: string) {
    this.handle = handle;
    this.path = path;
    this.writable = writable;
    this.#digest = digest;
    this.#lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
    this.text = signal(plainLines(text));
    this.#saved = signal(this.text.value);
  }

  get key(): string {
    return keyOf(this);
  }

  /** What it was read with; null for one that is gone. */
  get digest(): string | null {
    return this.#digest;
  }

  /** The text as it goes into the file. */
  get fileText(): string {
    return this.#lineEnd === '\n' ? this.text.value : this.text.value.replaceAll('\n', this.#lineEnd);
  }

  /** It was written. @param text  as the editor had it then */
  noteSaved(text: string, digest: string): void {
    this.#digest = digest;
    this.#saved.value = text;
    this.other.value = null;
  }

  /** Show another text in place of this one. */
  replace(text: string, digest: string): void {
    this.#lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
    this.#digest = digest;
    const plain = plainLines(text);
    this.#saved.value = plain;
    this.text.value = plain;
    this.other.value = null;
    this.replaced.value += 1;
  }

  /** Go on with the own text, as a change of what is on disk now. */
  keepOwn({ text, digest }: OtherText): void {
    this.#digest = digest;
    // A file that is gone is to be written again, even with the same text.
    this.#saved.value = text === null ? '\0' : plainLines(text);
    this.other.value = null;
  }
}

function plainLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}
