/** A text that is edited by windows: the lines of each are edited apart and put together in the end. */
import { isPlainObject, type PlainObject } from '../../base/plain.ts';
import type { YamlMap } from '../../base/yaml/node.ts';
import { applyToText } from './apply.ts';
import { type ConfigEdit, valueAt } from './model.ts';
import { spliced } from './source.ts';
import { lineOffsets, type Window, windowFor } from './window.ts';

interface EditedWindow extends Window {
  readonly prefix: string;
  text: string;
}

export class WindowedText {
  private readonly original: string;
  private readonly root: YamlMap;
  private readonly offsets: readonly number[];
  private readonly windows: EditedWindow[] = [];

  constructor(text: string, root: YamlMap) {
    this.original = text;
    this.root = root;
    this.offsets = lineOffsets(text);
  }

  /** Make an edit. False when it cannot be made in a window: the text is then of no use. */
  apply(edit: ConfigEdit, value: PlainObject): boolean {
    const window = this.window(edit);
    if (window === null) return false;
    const inside = valueAt(value, edit.path.slice(0, window.depth));
    if (!isPlainObject(inside)) return false;
    const path = edit.path.slice(window.depth);
    const text = applyToText(window.text, inside, { ...edit, path });
    if (text === null) return false;
    window.text = text;
    return true;
  }

  /** The whole text, all edits made. */
  text(): string {
    return spliced(this.original, this.windows);
  }

  private window(edit: ConfigEdit): EditedWindow | null {
    const found = windowFor(this.original, this.offsets, this.root, edit);
    if (found === null) return null;
    const prefix = JSON.stringify(edit.path.slice(0, found.depth));
    const same = this.windows.find(({ start, end }) => start < found.end && found.start < end);
    if (same !== undefined) {
      const isEqual = same.start === found.start && same.end === found.end && same.prefix === prefix;
      return isEqual ? same : null;
    }
    const window = { ...found, prefix, text: this.original.slice(found.start, found.end) };
    this.windows.push(window);
    return window;
  }
}
