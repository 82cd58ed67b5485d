/** What a device shows while a picture is pushed to it: the content of the picture, in the place of its screen's. */
import { LRUCache } from 'lru-cache';
import type { DrawingEnvironment } from '../../domain/content-hash.ts';
import { settleDisplay } from '../../domain/device-display.ts';
import { parseDeviceId } from '../../domain/device-id.ts';
import type { ViewerId } from '../../domain/frame.ts';
import type { Mapping } from '../../domain/mapping.ts';
import { PUSH_LIMITS } from '../../domain/push-limits.ts';
import { resolveRefresh } from '../../domain/refresh.ts';
import { parseRegistrationCode } from '../../domain/registration-code.ts';
import { resolveRenderSpec } from '../../domain/render-spec.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { describeFailure } from '../../platform/base/failure.ts';
import type { ScreenCatalogue } from '../../screens/sources/catalogue.ts';
import type { ContentRequest, MadeContent } from './content-maker.ts';
import type { Content, ContentStore } from './content-store.ts';
import type { DeviceAnswer, DeviceRequest } from './device-contents.ts';
import type { PictureMaker } from './picture-maker.ts';
import type { PushShelf } from './push-shelf.ts';
import { pushedContent } from './pushed-svg.ts';
import type { PictureHead } from './pushes.ts';

interface PushedContentsOptions {
  readonly shelf: PushShelf<PictureHead>;
  readonly catalogue: ScreenCatalogue;
  readonly store: ContentStore;
  readonly pictures: PictureMaker;
  readonly environment: DrawingEnvironment;
}

/** The device that a picture is for. */
export type PushTarget = Pick<ContentRequest, 'config' | 'mapping' | 'mapped' | 'party' | 'device'>;

/** A picture that is pushed now. */
interface CurrentPush {
  readonly name: string;
  readonly head: PictureHead;
}

/** SVGs of the pictures that are asked for again and again. */
const CACHE_BYTES = 8 * 1024 * 1024;

export class PushedContents {
  readonly #options: PushedContentsOptions;
  readonly #contents = new LRUCache<string, Content>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ svg }) => svg.length + 1,
  });

  constructor(options: PushedContentsOptions) {
    this.#options = options;
  }

  /** The answer to a device to which a picture is pushed; null where none is, and where it cannot be shown. */
  async answer(request: DeviceRequest): Promise<DeviceAnswer | null> {
    const { id, nowMs, party, lastContent, log, device } = request;
    // Nearly all devices have none.
    if (this.current(request, id, nowMs) === null) return null;
    const { store, pictures } = this.#options;
    const made = await this.made(request, id, nowMs);
    if (made === null) return null;
    const { content, refreshSeconds } = made;
    const noted = store.failure(content.hash, monotonicMs());
    if (noted !== null) {
      const reason = describeFailure(noted.failure);
      log.warn({ device: id }, `pushed picture not shown: ${reason}`);
      return null;
    }
    const isShown = lastContent === content.hash;
    if (!pictures.promises.offer(content, { device: id, party, isShown })) {
      return { kind: 'overloaded', stagesMs: {} };
    }
    const draw = async (): Promise<null> => {
      await pictures.ahead(content, { device: device.id, party, log });
      return null;
    };
    return { kind: 'content', content, refreshSeconds, failing: null, isPushed: true, draw, stagesMs: {} };
  }

  /** The picture that is pushed to a device now. */
  current(
    { mapping, mapped }: Pick<PushTarget, 'mapping' | 'mapped'>,
    id: ViewerId | null,
    nowMs: number,
  ): CurrentPush | null {
    for (const name of pushNames(id, mapped ? mapping : null)) {
      const head = this.#options.shelf.head(name, nowMs);
      if (head !== null) return { name, head };
    }
    return null;
  }

  /** The content of what is pushed to a device; null where nothing is, and where it cannot be read. */
  async made(target: PushTarget, id: ViewerId | null, nowMs: number): Promise<MadeContent | null> {
    const push = this.current(target, id, nowMs);
    const content = push === null ? null : await this.#contentOf(push, target);
    if (push === null || content === null) return null;
    const isNew = this.#options.store.put(content, target.party);
    const refreshSeconds = this.#refresh(target, push.head, nowMs);
    return { kind: 'content', content, isNew, refreshSeconds, failure: null, warnings: [], reads: null };
  }

  async #contentOf(
    { name, head }: CurrentPush,
    { config, mapping, device }: PushTarget,
  ): Promise<Content | null> {
    const display = settleDisplay(config, mapping, device);
    const spec = resolveRenderSpec({ display, mapping, script: null, screenText: null });
    const { environment } = this.#options;
    const key = JSON.stringify([name, head, spec, environment.digest]);
    const known = this.#contents.get(key);
    if (known !== undefined) return known;
    const body = await this.#options.shelf.body(name, head);
    if (body === null) return null;
    const content = pushedContent(head, body, spec, environment.digest);
    this.#contents.set(key, content);
    return content;
  }

  /** Gives the refresh of its screen, but none longer than the picture is pushed. */
  #refresh({ config, mapping, mapped }: PushTarget, { untilMs }: PictureHead, nowMs: number): number {
    const screen = this.#options.catalogue.locate(mapping.screen, config);
    const usual = resolveRefresh({
      script: null,
      scriptAt: null,
      nowMs,
      mapped,
      mapping: mapping.refreshSeconds ?? null,
      screen: screen.ok ? screen.value.defaultRefreshSeconds : null,
    });
    const left = Math.ceil((untilMs - nowMs) / 1000);
    return Math.min(usual, Math.max(left, PUSH_LIMITS.pictureMinSeconds));
  }
}

/** The names under which a picture may be kept for a device: its address, and the code of its entry. The first is used. */
export function pushNames(id: ViewerId | null, entry: Mapping | null): readonly string[] {
  // A frame has an id of its own, and shows what is pushed to the device whose entry it shows.
  const own = id === null ? null : parseDeviceId(id);
  const byEntry = entry === null ? null : (parseDeviceId(entry.key) ?? parseRegistrationCode(entry.key));
  return [...new Set([own, byEntry])].filter((name) => name !== null);
}
