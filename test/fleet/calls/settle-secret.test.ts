import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { parseContentHash } from '../../../src/domain/content-hash.ts';
import { settleSecret } from '../../../src/fleet/calls/settle-secret.ts';
import { UrlSigner } from '../../../src/fleet/calls/signed-url.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import type { StateHealth } from '../../../src/state/state.ts';
import { StateError } from '../../../src/state/state-error.ts';
import { logInto } from '../../support/server/log-lines.ts';
import { until } from '../../support/waiting.ts';

const NOW = 1_771_674_964_000;
const HASH = parseContentHash('ab'.repeat(15));

/** A store of one secret, which can be away and can be emptied. */
class SecretStore {
  kept: string | null = null;
  isAway = false;
  readonly #listeners = new Set<(isUp: boolean) => void>();
  readonly urlSecret = {
    get: async () => this.kept,
    settle: async (candidate: string): Promise<string> => {
      if (this.isAway) throw new StateError('unavailable', 'The store is away.');
      this.kept ??= candidate;
      return this.kept;
    },
  };

  get health(): StateHealth {
    return {
      isUp: !this.isAway,
      problem: null,
      warnings: [],
      onChange: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
    };
  }

  comeBack(): void {
    this.isAway = false;
    for (const listener of this.#listeners) listener(true);
  }
}

async function signerOn(t: TestContext, store: SecretStore): Promise<UrlSigner> {
  const signer = new UrlSigner(null);
  const stop = new AbortController();
  t.after(() => stop.abort());
  await settleSecret(store, signer, createLogger('error', logInto([])), stop.signal);
  return signer;
}

function sign(signer: UrlSigner): string {
  assert.ok(HASH);
  return signer.sign(HASH, null, NOW);
}

describe('settleSecret', () => {
  it('gives all servers one secret', async (t) => {
    const store = new SecretStore();
    assert.equal(sign(await signerOn(t, store)), sign(await signerOn(t, store)));
  });

  it('gives a store that was away what this server has signed with meanwhile', async (t) => {
    const store = new SecretStore();
    store.isAway = true;
    const signer = await signerOn(t, store);
    const signed = sign(signer);
    store.comeBack();
    await until(() => store.kept !== null);
    assert.equal(sign(signer), signed);
    assert.equal(sign(await signerOn(t, store)), signed);
  });

  it('gives a store that was emptied its secret back', async (t) => {
    const store = new SecretStore();
    const signed = sign(await signerOn(t, store));
    store.kept = null;
    store.comeBack();
    await until(() => store.kept !== null);
    assert.equal(sign(await signerOn(t, store)), signed);
  });
});
