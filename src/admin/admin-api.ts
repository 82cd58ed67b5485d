/** What every call of the admin API needs, made once at the start. */
import type { Alerting } from '../alerts/alerting.ts';
import type { Logger } from '../base/logger.ts';
import type { PlainObject } from '../base/plain.ts';
import type { ConfigWriter } from '../config/writer.ts';
import type { PushMakers } from '../content/make-push.ts';
import type { PushedContents } from '../content/pushed-contents.ts';
import type { ConfigSnapshot } from '../domain/mapping.ts';
import type { ScreenRepos } from '../repos/screen-repos.ts';
import type { ScreenCatalogue } from '../screens/catalogue.ts';
import type { DeviceHistory } from '../store/device-history.ts';
import type { DeviceKeeper } from '../store/device-keeper.ts';
import type { FrameRecords } from '../store/frame-records.ts';
import type { EventShelf } from '../store/kept-events.ts';
import type { LogShelf } from '../store/kept-logs.ts';
import type { Pushes } from '../store/pushes.ts';
import type { Registry } from '../store/registry.ts';
import type { Previews } from './preview/previews.ts';

export interface AdminApi {
  /** The config as it is at this moment: asked once a call. */
  config(): ConfigSnapshot;
  /** The config file as plain values, with its secrets: never sent as it is. */
  rawConfig(): PlainObject;
  /** Writes the config file. */
  readonly writer: Pick<ConfigWriter, 'change'>;
  readonly registry: Registry;
  readonly keeper: DeviceKeeper;
  readonly events: EventShelf;
  readonly history: DeviceHistory;
  readonly logs: LogShelf;
  readonly frames: FrameRecords;
  readonly catalogue: ScreenCatalogue;
  readonly repos: ScreenRepos;
  readonly previews: Previews;
  readonly alerts: Pick<Alerting, 'standing' | 'test'>;
  /** What is pushed: kept, and made. */
  readonly pushes: Pushes;
  readonly pushed: PushedContents;
  readonly pushMakers: PushMakers;
}

/** One call: where it comes from, and where it logs. */
export interface AdminCall {
  /** Network address. */
  readonly address: string;
  readonly log: Logger;
}
