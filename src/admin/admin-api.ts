/** What every call of the admin API needs, made once at the start. */

import type { AuditTrail } from '../access/audit-trail.ts';
import type { ConfigChanges } from '../access/config-changes.ts';
import type { Alerting } from '../alerts/alerting.ts';
import type { Logger } from '../base/logger.ts';
import type { PlainObject } from '../base/plain.ts';
import type { Precedence } from '../check/idle-settings.ts';
import type { ConfigWriter } from '../config/writer.ts';
import type { PushMakers } from '../content/make-push.ts';
import type { PushedContents } from '../content/pushed-contents.ts';
import type { Renditions } from '../content/renditions.ts';
import type { ToldPictures } from '../content/told-pictures.ts';
import type { AdminCaller } from '../domain/admin-token.ts';
import type { ConfigSnapshot } from '../domain/mapping.ts';
import type { ScreenRepos } from '../repos/screen-repos.ts';
import type { ScreenCatalogue } from '../screens/catalogue.ts';
import type { SensitiveMemory } from '../screens/sensitive-memory.ts';
import type { DeviceHistory } from '../store/device-history.ts';
import type { DeviceKeeper } from '../store/device-keeper.ts';
import type { FrameRecords } from '../store/frame-records.ts';
import type { EventShelf } from '../store/kept-events.ts';
import type { LogShelf } from '../store/kept-logs.ts';
import type { Pushes } from '../store/pushes.ts';
import type { Registry } from '../store/registry.ts';
import type { Trail } from '../store/trail.ts';
import type { ConfigSourceText } from './config-text/config-source-text.ts';
import type { HealthSources } from './health/health-sources.ts';
import type { Previews } from './preview/previews.ts';
import type { Sheets } from './preview/sheet.ts';
import type { EventHub } from './stream/event-hub.ts';

export interface AdminApi {
  /** The config as it is at this moment: asked once a call. */
  config(): ConfigSnapshot;
  /** The config file as plain values, with its secrets: never sent as it is. */
  rawConfig(): PlainObject;
  /** What the environment settles, whatever the config says. */
  readonly precedence: Precedence;
  /** How the server does. */
  readonly health: HealthSources;
  /** The config as a text. */
  readonly configText: ConfigSourceText;
  /** Writes the config file. */
  readonly writer: Pick<ConfigWriter, 'change'>;
  readonly registry: Registry;
  readonly keeper: DeviceKeeper;
  readonly events: EventShelf;
  readonly history: DeviceHistory;
  readonly trail: Trail;
  readonly toldPictures: ToldPictures;
  readonly renditions: Renditions;
  readonly logs: LogShelf;
  readonly frames: FrameRecords;
  readonly catalogue: ScreenCatalogue;
  readonly repos: ScreenRepos;
  /** Which params screens have called sensitive. */
  readonly sensitive: SensitiveMemory;
  /** False while that could not be read from the state store. */
  knowsSensitive(): boolean;
  readonly previews: Previews;
  readonly alerts: Pick<Alerting, 'standing' | 'test'>;
  /** Those who are told what happens. */
  readonly hub: EventHub;
  /** Pictures of screens that no device shows yet. */
  readonly sheets: Pick<Sheets, 'make'>;
  /** Who has changed what. */
  readonly audit: AuditTrail;
  /** What is pushed: kept, and made. */
  readonly pushes: Pushes;
  readonly pushed: PushedContents;
  readonly pushMakers: PushMakers;
}

/** One call: who makes it and from where, and where it logs and notes what it changes. */
export interface AdminCall {
  readonly caller: AdminCaller;
  /** Network address. */
  readonly address: string;
  readonly log: Logger;
  /** Note what it has changed in the config, for the audit trail. */
  noteChange(changes: ConfigChanges): void;
}
