/** Servers' configs in one state store, without the servers. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { ConfigCopy } from '../../../src/config/source/config-copy.ts';
import { openStoredConfig } from '../../../src/config/source/open-stored-config.ts';
import { ConfigStore } from '../../../src/config/source/store.ts';
import type { StoredConfig } from '../../../src/config/source/stored-config.ts';
import { ConfigWriter } from '../../../src/config/source/writer.ts';
import { createLogger, type Logger } from '../../../src/platform/base/logger.ts';
import type { State } from '../../../src/state/state.ts';
import { opened } from '../../support/state/engines.ts';

export const SILENT: Logger = createLogger('silent');

/** What an empty store begins with in tests. */
export const FIRST_TEXT = '# the first\ndefault_screen: one # of many\nscreen_repo_refresh_interval: 0\n';

export interface StoredServer {
  readonly stored: StoredConfig;
  readonly store: ConfigStore;
  readonly writer: ConfigWriter;
}

/** A server's config, opened from a store. */
export async function openStored(state: State, copy: ConfigCopy | null = null): Promise<StoredServer> {
  const found = await openStoredConfig({ state, embeddedText: FIRST_TEXT, copy, log: SILENT, patienceMs: 0 });
  assert.ok(found.ok, found.ok ? '' : found.error);
  const store = ConfigStore.ofStored(found.value);
  assert.ok(store.ok);
  return { stored: found.value, store: store.value, writer: await ConfigWriter.open(store.value) };
}

/** The states of three servers: of the same memory, else each with a connection of its own. */
export async function threeStates(t: TestContext, url: string): Promise<readonly State[]> {
  const first = await opened(t, url);
  if (url === '') return [first, first, first];
  return [first, await opened(t, url), await opened(t, url)];
}
