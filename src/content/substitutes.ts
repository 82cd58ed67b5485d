/**
 * Chooses what a device is told while there is no room for its own picture: the one that it shows already, or a picture
 * that says "busy, back soon". Either can be fetched for sure.
 */
import { deadlineIn } from '../base/deadline.ts';
import { LIMITS } from '../base/limits.ts';
import type { ContentHash } from '../domain/content-hash.ts';
import { DEFAULT_SIZE } from '../domain/panel.ts';
import { type NoticeDisplay, noticeSpec } from '../domain/render-spec.ts';
import type { RasterPool } from '../pool/raster-pool.ts';
import type { Content, ContentStore } from '../store/content-store.ts';
import type { PicturePromises, PromiseTo } from './picture-promises.ts';
import type { SystemScreens } from './system-screens.ts';

export interface SubstitutesOptions {
  readonly store: ContentStore;
  readonly screens: SystemScreens;
  readonly promises: PicturePromises;
  readonly pool: RasterPool;
}

export class Substitutes {
  readonly #options: SubstitutesOptions;
  /** The "busy" contents that the store holds for good, by their render specs. */
  readonly #kept = new Map<string, Content>();

  constructor(options: SubstitutesOptions) {
    this.#options = options;
  }

  /** Draw the picture that is told where there is no room for any other. Again after a change of fonts. */
  async prepare(): Promise<void> {
    const { pool, store } = this.#options;
    const content = this.#busy(DEFAULT_SIZE);
    const { svg, name, assets, spec } = content;
    const drawn = await pool.run({ svg, name, assets, spec }, deadlineIn(LIMITS.rasterWallMs));
    if (drawn.ok) store.putPicture(content, Buffer.from(drawn.value.png), null);
  }

  /**
   * What a device is told.
   * @param previous  a picture that it may be told again; null without one
   * @param to        `isShown` says whether it shows that
   */
  choose(
    previous: ContentHash | null,
    display: NoticeDisplay,
    { device, isShown }: Pick<PromiseTo, 'device' | 'isShown'>,
  ): ContentHash {
    const { store, promises } = this.#options;
    const to = { device, share: 'substitute' } as const;
    if (previous !== null) {
      if (store.picture(previous) !== null) return previous;
      const content = store.get(previous);
      if (content !== null && promises.offer(content, { ...to, isShown })) return previous;
    }
    const busy = this.#busy(display);
    return promises.offer(busy, { ...to, isShown: false }) ? busy.hash : this.#busy(DEFAULT_SIZE).hash;
  }

  /** Make a "busy" picture that another server, or this one before its start, has told of. @returns whether it is one */
  remake(hash: ContentHash, displays: readonly NoticeDisplay[]): boolean {
    return displays.some((display) => this.#busy(display).hash === hash);
  }

  /** It is kept for as many displays as a fleet has: strangers may name any size. */
  #busy(display: NoticeDisplay): Content {
    const { screens, store } = this.#options;
    const key = JSON.stringify(noticeSpec(display));
    const kept = this.#kept.get(key);
    const isValid = kept?.environment === screens.environment.digest;
    if (kept !== undefined && isValid) return kept;
    if (kept !== undefined) store.letGo(kept.hash);
    const content = screens.busy(display);
    if (kept === undefined && this.#kept.size >= LIMITS.busySizes) return content;
    store.hold(content.hash);
    this.#kept.set(key, content);
    return content;
  }
}
