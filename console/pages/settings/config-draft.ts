/** The text of the config that is being edited: as it was loaded, as it is by now, and what the server says of it. */
import { computed, signal } from '@preact/signals';
import { CallError, callAdmin } from '../../api/call.ts';
import type { ConfigTextView, TextChecked, TextWritten } from '../../api/types.ts';

/** So long after the last key the text is checked. */
const PAUSE_MS = 400;

export class ConfigDraft {
  /** The text that is edited, as the server gave it; null until then. */
  readonly base = signal<ConfigTextView | null>(null);
  readonly text = signal('');
  readonly error = signal<CallError | null>(null);
  /** The result for the text as it is now; null while it is checked. */
  readonly checked = signal<TextChecked | null>(null);
  readonly checkError = signal<CallError | null>(null);
  /** The config that somebody else has written meanwhile; null where nobody has. */
  readonly other = signal<ConfigTextView | null>(null);
  readonly isChanged = computed(() => this.base.value !== null && this.text.value !== this.base.value.text);
  #pause: number | null = null;
  #check: AbortController | null = null;

  /** Load the text, in the place of what was typed. */
  async load(): Promise<void> {
    try {
      this.begin(await callAdmin<ConfigTextView>('/config/text'));
    } catch (cause) {
      this.error.value = asCallError(cause);
    }
  }

  /** Edit a text that the server gave. */
  begin(base: ConfigTextView): void {
    this.base.value = base;
    this.text.value = base.text;
    this.error.value = null;
    this.other.value = null;
    void this.checkNow();
  }

  /** Keep what was typed, as a change of the text that somebody else has written. */
  keepOnTop(): void {
    if (this.other.value === null) return;
    this.base.value = this.other.value;
    this.other.value = null;
    void this.checkNow();
  }

  type(text: string): void {
    this.text.value = text;
    this.#stop();
    this.#pause = window.setTimeout(() => void this.checkNow(), PAUSE_MS);
  }

  async checkNow(): Promise<TextChecked | null> {
    this.#stop();
    const controller = new AbortController();
    this.#check = controller;
    try {
      const checked = await callAdmin<TextChecked>('/config/check', {
        method: 'POST',
        body: { text: this.text.value },
        signal: controller.signal,
      });
      if (controller.signal.aborted) return null;
      this.checkError.value = null;
      this.checked.value = checked;
      return checked;
    } catch (cause) {
      if (!controller.signal.aborted) this.checkError.value = asCallError(cause);
      return null;
    }
  }

  /** Look whether the config is another one by now. Without changes here it is taken over. */
  async lookAgain(): Promise<void> {
    const now = await callAdmin<ConfigTextView>('/config/text').catch(() => null);
    if (now === null || now.digest === this.base.value?.digest) return;
    if (this.isChanged.value) this.other.value = now;
    else this.begin(now);
  }

  /** @throws {CallError} */
  async save(): Promise<TextWritten> {
    const { value: text } = this.text;
    const body = { text, digest: this.base.value?.digest };
    const written = await callAdmin<TextWritten>('/config/text', { method: 'PUT', body });
    // Secrets that were typed are hidden from now on.
    await this.load();
    return written;
  }

  /** No check is wanted any more. */
  end(): void {
    this.#stop();
  }

  #stop(): void {
    if (this.#pause !== null) window.clearTimeout(this.#pause);
    this.#pause = null;
    this.#check?.abort();
    this.checked.value = null;
  }
}

function asCallError(cause: unknown): CallError {
  if (cause instanceof CallError) return cause;
  throw cause;
}
