/** Shorthand for edits in tests. */
import assert from 'node:assert/strict';
import { editContent } from '../../../src/config/edit/edit.ts';
import type { ConfigEdit, EditFailure } from '../../../src/config/edit/model.ts';
import { DEVICES } from '../../../src/config/read/keys.ts';
import { CONFIG_BOUNDS } from '../../../src/config/read/parse.ts';
import type { PlainValue } from '../../../src/platform/base/plain.ts';
import { err, ok, type Result } from '../../../src/platform/base/result.ts';
import { SectionedReader } from '../../../src/platform/yaml/sectioned.ts';

/** Set the key at a path of keys with `/` between them. */
export function set(path: string, value: PlainValue): ConfigEdit {
  return { kind: 'set', path: path.split('/'), value };
}

export function remove(path: string): ConfigEdit {
  return { kind: 'remove', path: path.split('/') };
}

/** Edit a text as the writer of a config does. */
export function editConfigText(text: string, edits: readonly ConfigEdit[]): Result<string, EditFailure> {
  const reader = new SectionedReader(DEVICES, CONFIG_BOUNDS, (_tree, _text, entry) => ({ entry }));
  const content = reader.read(text);
  if (!content.ok) return err({ message: 'the text is no YAML that can be edited' });
  const done = editContent(content.value, edits, (result) => reader.read(result));
  if (done.ok) return ok(done.value.text);
  return err('message' in done.error ? done.error : { message: JSON.stringify(done.error) });
}

/** The text after the edits, which must be possible. */
export function edited(text: string | readonly string[], ...edits: readonly ConfigEdit[]): string {
  const result = editConfigText(typeof text === 'string' ? text : lines(...text), edits);
  assert.ok(result.ok, result.ok ? '' : JSON.stringify(result.error));
  return result.value;
}

/** Why the edits cannot be made. */
export function refused(text: string, ...edits: readonly ConfigEdit[]): string {
  const result = editConfigText(text, edits);
  assert.ok(!result.ok, result.ok ? `expected a refusal, got ${result.value}` : '');
  return result.error.message;
}

/** A text of lines that all end. */
export function lines(...all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}
