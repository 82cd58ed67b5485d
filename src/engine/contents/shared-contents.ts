/** Gets contents and pictures that were announced to devices, by another server or by this one before its start. */

import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import type { ContentHash, DrawingEnvironment } from '../../domain/content-hash.ts';
import type { Mapping } from '../../domain/mapping.ts';
import { applyDefaults } from '../../domain/params.ts';
import { shownMappings } from '../../domain/schedule/scheduled-mapping.ts';
import { secretTexts } from '../../domain/secret-params.ts';
import { openParams } from '../../domain/withheld-params.ts';
import { type AssetFolder, NO_ASSETS } from '../../pictures/svg/images/asset-files.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { DeviceParty } from '../../platform/base/party-shares.ts';
import { joinPath } from '../../platform/files/paths.ts';
import { HTTP_RESPONSE_BYTES } from '../../screens/fetch/request.ts';
import type { ScreenCatalogue } from '../../screens/sources/catalogue.ts';
import { readScreenFile } from '../../screens/sources/files.ts';
import type { Screen } from '../../screens/sources/screen.ts';
import type { ContentShare, PictureShare } from './content-share.ts';
import type { Content, ContentStore } from './content-store.ts';
import { type StoredContent, secretsDigest, verifiedSpec } from './packed-content.ts';
import type { PictureMaker } from './picture-maker.ts';

/** What a device that asks for a picture shows by the config. */
export interface Asker {
  readonly config: ConfigSnapshot;
  /** Null for a device without one. */
  readonly mapping: Mapping | null;
  /** The party of the device: a stranger's picture is made without the secrets of groups. */
  readonly party: DeviceParty;
}

interface SharedContentsOptions {
  readonly share: ContentShare;
  readonly store: ContentStore;
  readonly catalogue: ScreenCatalogue;
  readonly environment: DrawingEnvironment;
}

export class SharedContents {
  readonly #options: SharedContentsOptions;

  constructor(options: SharedContentsOptions) {
    this.#options = options;
  }

  /** Offer a content that is announced to a device as new. */
  offer(content: Content): void {
    this.#options.share.offer(content);
  }

  /**
   * Put a content into the store of this server, if it is the one that the hash names: it may be of another version or
   * damaged, and the files that it shows may have changed since.
   * @returns null where it has to be composed anew
   */
  async find(hash: ContentHash, asker: Asker): Promise<Content | null> {
    const { share, store, environment } = this.#options;
    const stored = await share.get(hash);
    // Drawn with other fonts or by another version it would be another picture under its name.
    if (stored === null || stored.environment !== environment.digest) return null;
    const content = this.#restore(stored, hash, asker);
    if (content !== null) {
      share.onFound();
      store.put(content, asker.party);
    }
    return content;
  }

  #restore(stored: StoredContent, hash: ContentHash, asker: Asker): Content | null {
    const { environment, svg, name, overlay, screen: ref, files } = stored;
    const screen = stored.isOfScreen ? this.#locate(ref, asker) : null;
    if (stored.isOfScreen && screen === null) return null;
    // With other secrets, a message about the picture could tell those that it was made with.
    const secrets = possibleSecrets(screen, asker).find(
      (some) => secretsDigest(hash, some) === stored.secrets,
    );
    if (secrets === undefined) return null;
    const shown = screen === null ? [] : readShown(screen, files);
    const spec = shown === null ? null : verifiedSpec(stored, hash, shown);
    if (spec === null) return null;
    const assets: AssetFolder = screen === null ? NO_ASSETS : { roots: screen.roots, dir: screen.dir };
    return {
      hash,
      environment,
      svg,
      name,
      assets,
      files,
      spec,
      secrets,
      screen: ref,
      // Where the pieces of the SVG came from is known to the server that has composed it.
      origins: screen === null ? null : { files: [], pieces: new Uint32Array(0) },
      ...(overlay === undefined ? {} : { overlay }),
    };
  }

  #locate(ref: string, { config }: Asker): Screen | null {
    const located = this.#options.catalogue.locate(ref, config);
    return located.ok ? located.value : null;
  }
}

/** Values of the sensitive params that the device may have for a screen: each place of its schedule has its own. */
function possibleSecrets(
  screen: Screen | null,
  { config, mapping, party }: Asker,
): readonly (readonly string[])[] {
  const shown = screen === null || mapping === null ? [] : shownMappings(mapping);
  const own = shown.flatMap((one) => {
    if (screen?.ref !== one.screen) return [];
    const { params } = party === 'stranger' ? openParams(config, one, screen) : one;
    return [secretTexts(screen, applyDefaults(screen.params, params))];
  });
  return own.length === 0 ? [[]] : own;
}

/** The files that a content shows; null where one cannot be read. */
function readShown({ roots, dir }: Screen, files: readonly string[]): [string, Uint8Array][] | null {
  const shown: [string, Uint8Array][] = [];
  for (const file of files) {
    const read = readScreenFile(roots, joinPath(dir, file), HTTP_RESPONSE_BYTES);
    if (!read.ok) return null;
    shown.push([file, read.value.bytes]);
  }
  return shown;
}

interface AnnouncedPicturesOptions {
  readonly store: ContentStore;
  readonly shared: PictureShare;
  readonly sharedContents: SharedContents;
  readonly pictures: PictureMaker;
}

export class AnnouncedPictures {
  readonly #options: AnnouncedPicturesOptions;

  constructor(options: AnnouncedPicturesOptions) {
    this.#options = options;
  }

  /**
   * The picture of a hash: kept here, drawn by another server, or drawn again from what it was made of. It does not count as
   * fetched by the device.
   * @returns null where it is kept nowhere any more
   */
  async find(hash: ContentHash, asker: Asker, log: Logger): Promise<Buffer | null> {
    const { store, shared, sharedContents, pictures } = this.#options;
    const kept = store.picture(hash) ?? (await shared.get(hash));
    if (kept !== null) return kept;
    const content = store.get(hash) ?? (await sharedContents.find(hash, asker));
    if (content === null) return null;
    const drawn = await pictures.draw(content, { device: null, party: 'admin', log });
    return drawn.ok ? drawn.value : null;
  }
}
