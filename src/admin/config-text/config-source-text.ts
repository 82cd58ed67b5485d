/** What the calls that show, check and replace the text of the config need of the server. */
import type { ConfigStore } from '../../config/source/store.ts';
import type { ConfigWriter } from '../../config/source/writer.ts';

export interface ConfigSourceText {
  readonly store: Pick<ConfigStore, 'source' | 'text' | 'loaded' | 'ask'>;
  /** Why it cannot be written; null where it can. */
  readonly refusal: ConfigWriter['refusal'];
}
