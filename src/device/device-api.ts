/** What every call of the device API needs, made once at the start. */
import type { Deadline } from '../base/deadline.ts';
import type { EngineObserver } from '../base/observer.ts';
import type { DeviceContents } from '../content/device-contents.ts';
import type { PictureMaker } from '../content/picture-maker.ts';
import type { Renditions } from '../content/renditions.ts';
import type { Substitutes } from '../content/substitutes.ts';
import type { SystemScreens } from '../content/system-screens.ts';
import type { ToldContents } from '../content/told-contents.ts';
import type { WarningLog } from '../content/warning-log.ts';
import type { ConfigSnapshot } from '../domain/mapping.ts';
import type { Lines } from '../scheduling/lines.ts';
import type { ContentStore } from '../store/content-store.ts';
import type { DeviceHistory } from '../store/device-history.ts';
import type { DeviceKeeper } from '../store/device-keeper.ts';
import type { FleetNews } from '../store/fleet-news.ts';
import type { FrameRecords } from '../store/frame-records.ts';
import type { EventShelf } from '../store/kept-events.ts';
import type { LogShelf } from '../store/kept-logs.ts';
import type { PictureShare } from '../store/picture-share.ts';
import type { Registry } from '../store/registry.ts';
import type { Trail } from '../store/trail.ts';
import type { Throttle } from './attempts.ts';
import type { Caller } from './authentication.ts';
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
  readonly logs: LogShelf;
  /** Told what happens, for those who look on. */
  readonly news: FleetNews;
  readonly frames: FrameRecords;
  /** By frame: of each a few pictures are made at a time. */
  readonly frameLines: Lines;
  /** Pictures that other servers have drawn. */
  readonly shared: PictureShare;
  /** Contents that other servers have told of. */
  readonly told: ToldContents;
  readonly store: ContentStore;
  readonly contents: Pick<DeviceContents, 'make'>;
  readonly screens: SystemScreens;
  readonly pictures: PictureMaker;
  readonly renditions: Renditions;
  readonly substitutes: Substitutes;
  readonly signer: UrlSigner;
  readonly unknownPanels: UnknownPanels;
  /** Says which screens ask for more of a battery than it can give. */
  readonly sparing: WarningLog;
  readonly incompleteSetups: IncompleteSetups;
  readonly observer: EngineObserver;
}

/** Where a device believes the server to be. */
export interface CalledAddress {
  /** As `CallContext.baseUrl`, whatever the settings say; empty where it cannot be told. */
  readonly base: string;
  /** Scheme and host that a proxy names which is not trusted; null where none does. */
  readonly forwarded: string | null;
}

/** One call of a device. */
export interface CallContext extends Caller {
  /** Scheme, host and prefix of addresses that devices can reach, without a slash at the end. */
  readonly baseUrl: string;
  /** The address that the device called, as far as the server sees it. */
  readonly called: CalledAddress;
  readonly requestId: string;
  /** When the call has to be answered. */
  readonly deadline: Deadline;
}
