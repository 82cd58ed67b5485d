/** All that is pushed to a server: pictures for single devices, and data for scripts. */

import type { DataSource } from '../../domain/pushed-data.ts';
import type { PlainObject } from '../../platform/base/plain.ts';
import type { State } from '../../state/state.ts';
import { type PushHead, PushShelf } from './push-shelf.ts';

/** How a pushed picture is fitted into the display: with all of it, without a margin, or stretched. */
export const PUSH_FITS = ['contain', 'cover', 'fill'] as const;
export type PushFit = (typeof PUSH_FITS)[number];

/** What counts in an image, in the words of `data-tone`: its tones, or its lines and exact inks. */
export const PUSH_TONES = ['continuous', 'structure'] as const;
export type PushTone = (typeof PUSH_TONES)[number];

/** A picture for one device. */
export interface PictureHead extends PushHead {
  /** An SVG is the picture itself; an image is drawn into it. */
  readonly type: 'image/png' | 'image/jpeg' | 'image/svg+xml';
  /** Size of an image; 0 for an SVG. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly fit: PushFit;
  readonly tone: PushTone;
  /** `#rrggbb`, around an image. */
  readonly background: string;
}

export interface Pushes {
  readonly pictures: PushShelf<PictureHead>;
  readonly data: PushShelf<PushHead>;
}

export function openPushes(state: State): Pushes {
  const { pushedPictures, pushedData } = state;
  const notices = state.isShared ? state.notices : null;
  return {
    pictures: new PushShelf({
      kind: 'pushedPictures',
      state: pushedPictures,
      notices,
      readHead: readPictureHead,
      keepsBodies: false,
    }),
    data: new PushShelf({
      kind: 'pushedData',
      state: pushedData,
      notices,
      readHead: (head): PushHead => head,
      keepsBodies: true,
    }),
  };
}

/** The data as scripts read them. */
export function dataSource({ data }: Pick<Pushes, 'data'>, nowMs: () => number = Date.now): DataSource {
  const versionOf = (name: string): string | null => {
    const head = data.head(name, nowMs());
    return head === null ? null : `${head.pushedMs} ${head.digest.slice(0, 16)}`;
  };
  return {
    versionOf,
    get: (name) => {
      const now = nowMs();
      const head = data.head(name, now);
      const bytes = data.kept(name, now);
      const version = versionOf(name);
      if (head === null || bytes === null || version === null) return { ok: false };
      return { ok: true, bytes, updatedMs: head.pushedMs, version };
    },
  };
}

const TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/svg+xml'];

function readPictureHead(head: PlainObject & PushHead): PictureHead | null {
  const { type, fit, tone, background, widthPx, heightPx } = head as Readonly<Record<string, unknown>>;
  const isPicture =
    TYPES.includes(String(type)) &&
    PUSH_FITS.some((known) => known === fit) &&
    PUSH_TONES.some((known) => known === tone) &&
    typeof background === 'string' &&
    /^#[0-9a-f]{6}$/.test(background) &&
    Number.isSafeInteger(widthPx) &&
    Number.isSafeInteger(heightPx);
  return isPicture ? (head as unknown as PictureHead) : null;
}
