/** What every call of the device API needs, made once at the start. */

import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import type { EngineEvents } from '../../domain/engine-events.ts';
import type { PictureShare } from '../../engine/contents/content-share.ts';
import type { ContentStore } from '../../engine/contents/content-store.ts';
import type { DeviceAnswer, DeviceRequest } from '../../engine/contents/device-contents.ts';
import type { FleetNews } from '../../engine/contents/fleet-news.ts';
import type { PictureMaker } from '../../engine/contents/picture-maker.ts';
import type { Renditions } from '../../engine/contents/renditions.ts';
import type { SharedContents } from '../../engine/contents/shared-contents.ts';
import type { Substitutes } from '../../engine/contents/substitutes.ts';
import type { SystemScreens } from '../../engine/contents/system-screens.ts';
import type { WarningLog } from '../../engine/contents/warning-log.ts';
import type { Deadline } from '../../platform/base/deadline.ts';
import type { Lines } from '../../platform/queues/lines.ts';
import type { DeviceHistory } from '../register/device-history.ts';
import type { DeviceKeeper } from '../register/device-keeper.ts';
import type { DeviceLogs } from '../register/device-logs.ts';
import type { FrameRecords } from '../register/frame-records.ts';
import type { EventShelf } from '../register/kept-events.ts';
import type { Registry } from '../register/registry.ts';
import type { Trail } from '../register/trail.ts';
import type { Throttle } from './attempts.ts';
import type { DeviceCall } from './authentication.ts';
import type { IncompleteSetups } from './incomplete-setups.ts';
import type { SignedTimes } from './signed-time.ts';
import type { UrlSigner } from './signed-url.ts';
import type { UnknownPanels } from './unknown-panels.ts';

export interface DeviceApi {
  /** The config as it is at this moment: asked once a call, by whoever makes its context. */
  config(): ConfigSnapshot;
  nowMs(): number;
  readonly registry: Registry;
  readonly keeper: DeviceKeeper;
  readonly events: EventShelf;
  readonly history: DeviceHistory;
  readonly trail: Trail;
  readonly throttle: Throttle;
  readonly signedTimes: SignedTimes;
  readonly logs: DeviceLogs;
  /** Told what happens, for those who look on. */
  readonly news: FleetNews;
  readonly frames: FrameRecords;
  /** By frame: of each a few pictures are made at a time. */
  readonly frameLines: Lines;
  /** Pictures that other servers have drawn. */
  readonly shared: PictureShare;
  /** Contents that other servers have told of. */
  readonly sharedContents: SharedContents;
  readonly store: ContentStore;
  readonly decideContent: (request: DeviceRequest) => Promise<DeviceAnswer>;
  readonly screens: SystemScreens;
  readonly pictures: PictureMaker;
  readonly renditions: Renditions;
  readonly substitutes: Substitutes;
  readonly signer: UrlSigner;
  readonly unknownPanels: UnknownPanels;
  /** Says which screens ask for more of a battery than it can give. */
  readonly sparing: WarningLog;
  readonly incompleteSetups: IncompleteSetups;
  readonly engineEvents: EngineEvents;
}

/** Where a device believes the server to be. */
export interface CalledAddress {
  /** As `CallContext.baseUrl`, whatever the settings say; empty where it cannot be told. */
  readonly base: string;
  /** Scheme and host that a proxy names which is not trusted; null where none does. */
  readonly forwarded: string | null;
}

/** One call of a device. */
export interface CallContext extends DeviceCall {
  /** Scheme, host and prefix of addresses that devices can reach, without a slash at the end. */
  readonly baseUrl: string;
  /** The address that the device called, as far as the server sees it. */
  readonly called: CalledAddress;
  readonly requestId: string;
  /** When the call has to be answered. */
  readonly deadline: Deadline;
}
