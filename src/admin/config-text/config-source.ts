/** The config as a text, for the calls that show, check and replace it. */
import { hideSecrets } from '../../access/hidden-text.ts';
import { sha256Hex } from '../../base/hash.ts';
import { redactLong } from '../../base/redact.ts';
import { MappingCheck } from '../../check/mapping-check.ts';
import type { ParamSchema } from '../../domain/params.ts';
import type { AdminApi } from '../admin-api.ts';

/** Characters of a digest: enough that two texts never have the same by chance. */
const DIGEST_CHARACTERS = 30;

/** Names a text: whoever replaces it says by this which one. */
export function digestOf(text: string): string {
  return sha256Hex(text).slice(0, DIGEST_CHARACTERS);
}

/** What screens declare, looked up once each. */
export function schemasOf(
  api: Pick<AdminApi, 'config' | 'catalogue'>,
): (screen: string) => ParamSchema | null {
  const check = new MappingCheck({ config: api.config(), catalogue: api.catalogue });
  return (screen) => check.schemaOf(screen);
}

/** Takes the secrets of the config in use out of messages. */
export function messagesWithout(api: AdminApi): (message: string) => string {
  const { secrets } = hideSecrets(api.configText.store.loaded.content, schemasOf(api));
  return (message) => redactLong(message, secrets);
}
