/**
 * Chooses what a device is answered while there is no room for its own picture: the one that it shows already, or a picture
 * that says "busy, back soon". Either can be fetched for sure. For strangers, who may name any size, there are a few of
 * these, which are drawn already.
 */

import type { ContentHash } from '../../domain/content-hash.ts';
import { layoutSize, PLAIN_MOUNT } from '../../domain/mount.ts';
import { DEFAULT_SIZE, type Size } from '../../domain/panel.ts';
import { type NoticeDisplay, noticeSpec, type RenderSpec } from '../../domain/render-spec.ts';
import { deadlineIn } from '../../platform/base/deadline.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { RasterPool } from '../pool/raster-pool.ts';
import type { Content, ContentStore } from './content-store.ts';
import type { PicturePromises, PromiseTo } from './picture-promises.ts';
import type { SystemScreens } from './system-screens.ts';

interface SubstitutesOptions {
  readonly store: ContentStore;
  readonly screens: SystemScreens;
  readonly promises: PicturePromises;
  readonly pool: RasterPool;
}

/** Sizes of "busy" pictures for displays of which no panel is known: a small and a large one, lying and upright. */
const READY_SIZES: readonly Size[] = [
  DEFAULT_SIZE,
  { widthPx: 480, heightPx: 800 },
  { widthPx: 1872, heightPx: 1404 },
  { widthPx: 1404, heightPx: 1872 },
];
/** Drawings of ready pictures at a time: nobody waits for them. */
const MOST_DRAWINGS = 1;

export class Substitutes {
  readonly #options: SubstitutesOptions;
  /** The "busy" contents that the store holds for good, by their render specs. */
  readonly #kept = new Map<string, Content>();
  /** Those that are being drawn to be ready. */
  readonly #drawing = new Map<ContentHash, Promise<void>>();

  constructor(options: SubstitutesOptions) {
    this.#options = options;
  }

  /** Draw the picture that is announced where there is no room for any other. Again after a change of fonts. */
  async prepare(): Promise<void> {
    await this.#draw(this.#busy(DEFAULT_SIZE));
  }

  /**
   * Choose what a device is answered.
   * @param previous  a picture that may be announced to it again; null without one
   * @param to        `isShown` says whether it shows that
   */
  choose(
    previous: ContentHash | null,
    display: NoticeDisplay,
    { device, party, isShown }: Pick<PromiseTo, 'device' | 'party' | 'isShown'>,
  ): ContentHash {
    const { store, promises } = this.#options;
    if (previous !== null && store.picture(previous) !== null) return previous;
    const to = { device, party, isSubstitute: true } as const;
    const content = previous === null ? null : store.get(previous);
    if (content !== null && promises.offer(content, { ...to, isShown })) return content.hash;
    // Strangers may name any size: for them there are the few pictures that are kept ready.
    const busy = this.#busy(party === 'stranger' ? readyDisplay(display) : display);
    return promises.offer(busy, { ...to, isShown: false }) ? busy.hash : this.#ready(display);
  }

  /** Make a "busy" picture that another server, or this one before its start, has announced. @returns whether it is one */
  remake(hash: ContentHash, displays: readonly NoticeDisplay[]): boolean {
    return [...READY_SIZES, ...displays].some((display) => this.#busy(display).hash === hash);
  }

  /** A picture that is drawn: of the panel, or of the size that is nearest. One that is wanted first is drawn for the next. */
  #ready(display: NoticeDisplay): ContentHash {
    const { store } = this.#options;
    const content = this.#busy(readyDisplay(display));
    if (store.picture(content.hash) !== null) return content.hash;
    const isKept = this.#kept.get(keyOf(content.spec))?.hash === content.hash;
    if (isKept && this.#drawing.size < MOST_DRAWINGS) void this.#draw(content);
    return this.#busy(DEFAULT_SIZE).hash;
  }

  /** Draw a picture that is kept for good, once. */
  #draw(content: Content): Promise<void> {
    const { hash } = content;
    const known = this.#drawing.get(hash);
    if (known !== undefined) return known;
    const drawing = this.#drawNow(content).finally(() => this.#drawing.delete(hash));
    this.#drawing.set(hash, drawing);
    return drawing;
  }

  async #drawNow(content: Content): Promise<void> {
    const { pool, store, screens } = this.#options;
    const { svg, name, assets, spec } = content;
    const drawn = await pool.run({ svg, name, assets, spec }, deadlineIn(LIMITS.rasterWallMs));
    const isCurrent = content.environment === screens.environment.digest;
    if (drawn.ok && isCurrent) store.putPicture(content, Buffer.from(drawn.value.png), null);
  }

  /** It is kept for as many displays as a fleet has: strangers may name any size. */
  #busy(display: NoticeDisplay): Content {
    const { screens, store } = this.#options;
    const key = keyOf(noticeSpec(display));
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

function keyOf(spec: RenderSpec): string {
  return JSON.stringify(spec);
}

/** The display for which a picture is kept ready: as the panel is, whatever size was named, else the nearest of a few. */
function readyDisplay({ widthPx, heightPx, panel = null, ...display }: NoticeDisplay): NoticeDisplay {
  const mount = { ...PLAIN_MOUNT, ...display };
  if (panel?.size != null) return { ...layoutSize(panel.size, mount), ...mount, panel };
  const distance = (size: Size): number =>
    Math.abs(Math.log(size.widthPx / widthPx)) + Math.abs(Math.log(size.heightPx / heightPx));
  const [nearest = DEFAULT_SIZE] = READY_SIZES.toSorted((one, other) => distance(one) - distance(other));
  return nearest;
}
