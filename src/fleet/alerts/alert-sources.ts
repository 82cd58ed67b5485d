/** What alerts are made of. */
import type { ConfigSecrets } from '../../config/read/parse.ts';
import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import type { RepoInfo } from '../../screens/repos/repo-info.ts';
import type { DeviceHistory } from '../register/device-history.ts';
import type { DeviceRecord } from '../register/device-record.ts';

export interface AlertSources {
  /** The config in use: read at each look. */
  readonly config: {
    readonly snapshot: ConfigSnapshot;
    readonly secrets: Pick<ConfigSecrets, 'alertWebhooks'>;
  };
  /** All devices that have called. */
  records(): Iterable<Readonly<DeviceRecord>>;
  repos(): readonly Pick<RepoInfo, 'handle' | 'error'>[];
  readonly history: Pick<DeviceHistory, 'list'>;
}
