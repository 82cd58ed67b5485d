/** What the admin API works with. Loaded late: its schemas take longer to load than all that devices need. */
import type { AdminApi } from '../admin/admin-api.ts';
import { Previews } from '../admin/preview/previews.ts';
import { Sheets } from '../admin/preview/sheet.ts';
import { EventHub } from '../admin/stream/event-hub.ts';
import type { ConfigWriter } from '../config/source/writer.ts';
import { LOCAL_HANDLE } from '../domain/screen-ref.ts';
import { AnnouncedPictures } from '../engine/contents/shared-contents.ts';
import type { RenderEngine } from '../engine/render-engine.ts';
import type { DeviceApi } from '../fleet/calls/device-api.ts';
import type { LastingState } from '../fleet/register/lasting-state.ts';
import type { PushParts } from './app-parts.ts';

/** What the admin API needs of the server besides the engine and the devices. */
interface AdminSurroundings extends PushParts, Pick<AdminApi, 'precedence' | 'alerts' | 'health' | 'audit'> {
  readonly writer: Promise<ConfigWriter>;
  readonly lasting: LastingState;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}

/** Open what the calls of the admin API work with; once a server. */
export function openAdminApi(
  engine: RenderEngine,
  device: DeviceApi,
  { writer, lasting, stopping, ...parts }: AdminSurroundings,
): AdminApi {
  const { config, catalogue, repos, contents, screens, compose, previewRaster: raster } = engine;
  const { registry, keeper, events, history, trail, logs, frames } = device;
  const previews = new Previews({ contents, screens, compose, raster });
  return {
    ...parts,
    registry,
    keeper,
    events,
    history,
    trail,
    logs,
    frames,
    hub: new EventHub({
      registry,
      news: engine.news,
      stopping,
      screensDir: catalogue.source(LOCAL_HANDLE)?.roots[0] ?? null,
      config: () => config.snapshot,
      configDigest: () => config.digest,
      repos: () => repos.list(),
      servers: () => lasting.presence.servers,
    }),
    catalogue,
    repos,
    announcedPictures: announcedPictures(engine, device),
    renditions: device.renditions,
    sensitive: engine.sensitive,
    knowsSensitive: () => lasting.sensitive.isLoaded,
    config: () => config.snapshot,
    rawConfig: () => config.raw,
    configText: { store: config, refusal: async () => (await writer).refusal() },
    writer: {
      change: async (...change) => {
        const written = await (await writer).change(...change);
        repos.followConfig();
        return written;
      },
    },
    previews,
    sheets: new Sheets({ screens, compose, raster, previews, data: () => engine.data }),
  };
}

/** The pictures that devices were told of, for whoever looks after them. */
function announcedPictures(
  { store, pictures }: RenderEngine,
  { shared, sharedContents }: Pick<DeviceApi, 'shared' | 'sharedContents'>,
): AnnouncedPictures {
  return new AnnouncedPictures({ store, shared, sharedContents, pictures });
}
