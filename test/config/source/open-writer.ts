/** A config in a file, and what changes it. */
import assert from 'node:assert/strict';
import { ConfigStore } from '../../../src/config/source/store.ts';
import { ConfigWriter } from '../../../src/config/source/writer.ts';

export interface Opened {
  readonly file: string;
  readonly store: ConfigStore;
  readonly writer: ConfigWriter;
}

/** Open a config that can be used. */
export async function openFile(file: string): Promise<Opened> {
  const store = await ConfigStore.open({ configFile: file });
  assert.ok(store.ok);
  return { file, store: store.value, writer: await ConfigWriter.open(store.value) };
}
