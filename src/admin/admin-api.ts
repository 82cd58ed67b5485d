/** What every call of the admin API needs, made once at the start. */

import type { ConfigStore } from '../config/source/store.ts';
import type { ConfigWriter } from '../config/source/writer.ts';
import type { AdminCaller } from '../domain/admin-token.ts';
import type { ConfigSnapshot } from '../domain/config-snapshot.ts';
import type { Precedence } from '../engine/check/config-warnings.ts';
import type { PushMakers } from '../engine/contents/make-push.ts';
import type { PushedContents } from '../engine/contents/pushed-contents.ts';
import type { Pushes } from '../engine/contents/pushes.ts';
import type { Renditions } from '../engine/contents/renditions.ts';
import type { AnnouncedPictures } from '../engine/contents/shared-contents.ts';
import type { Alerting } from '../fleet/alerts/alerting.ts';
import type { DeviceHistory } from '../fleet/register/device-history.ts';
import type { DeviceKeeper } from '../fleet/register/device-keeper.ts';
import type { DeviceLogs } from '../fleet/register/device-logs.ts';
import type { FrameRecords } from '../fleet/register/frame-records.ts';
import type { EventShelf } from '../fleet/register/kept-events.ts';
import type { Registry } from '../fleet/register/registry.ts';
import type { Trail } from '../fleet/register/trail.ts';
import type { Logger } from '../platform/base/logger.ts';
import type { PlainObject } from '../platform/base/plain.ts';
import type { ScreenRepos } from '../screens/repos/screen-repos.ts';
import type { ScreenCatalogue } from '../screens/sources/catalogue.ts';
import type { SensitiveMemory } from '../screens/sources/sensitive-memory.ts';
import type { AuditTrail } from './access/audit-trail.ts';
import type { ConfigChanges } from './access/config-changes.ts';
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
  readonly announcedPictures: AnnouncedPictures;
  readonly renditions: Renditions;
  readonly logs: DeviceLogs;
  readonly frames: FrameRecords;
  readonly catalogue: ScreenCatalogue;
  readonly repos: ScreenRepos;
  /** Which params screens have called sensitive. */
  readonly sensitive: SensitiveMemory;
  /** False while that could not be read from the state store. */
  knowsSensitive(): boolean;
  readonly previews: Previews;
  readonly alerts: Pick<Alerting, 'standing' | 'test'>;
  /** Sends what happens to those who follow it. */
  readonly hub: EventHub;
  /** Pictures of screens that no device shows yet. */
  readonly sheets: Pick<Sheets, 'make'>;
  /** Knows who has changed what. */
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

/** What the calls that show, check and replace the text of the config need of the server. */
interface ConfigSourceText {
  readonly store: Pick<ConfigStore, 'source' | 'text' | 'loaded' | 'ask'>;
  /** Why it cannot be written; null where it can. */
  readonly refusal: ConfigWriter['refusal'];
}
