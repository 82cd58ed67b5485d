/** Makes the contents that the server draws for itself: the welcome picture and "busy". */
import { sha256Hex } from '../base/hash.ts';
import { contentHash } from '../domain/content-hash.ts';
import type { Size } from '../domain/panel.ts';
import { defaultRenderSpec } from '../domain/render-spec.ts';
import { busyScreen, welcomeScreen } from '../render/notices.ts';
import type { Content, ContentStore } from '../store/content-store.ts';
import { NO_ASSETS } from '../svg/images/asset-files.ts';

export class NoticeMaker {
  readonly #store: ContentStore;
  readonly #environment: string;

  constructor(store: ContentStore, environment: string) {
    this.#store = store;
    this.#environment = environment;
  }

  /** The picture that a new device shows: how to bring it to its owner's screen. */
  welcome(size: Size, code: string): Content {
    return this.#keep(size, 'welcome', welcomeScreen(size, code));
  }

  /** The picture for a device that has none of its own while the server is overloaded: one a size. */
  busy(size: Size): Content {
    return this.#keep(size, 'busy', busyScreen(size));
  }

  #keep(size: Size, name: string, svg: string): Content {
    const spec = defaultRenderSpec(size);
    const hash = contentHash(sha256Hex(svg), spec, this.#environment);
    const content: Content = {
      hash,
      svg,
      name,
      assets: NO_ASSETS,
      origins: null,
      secrets: [],
      spec,
      screen: name,
    };
    this.#store.put(content);
    return content;
  }
}
