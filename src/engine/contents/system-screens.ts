/** The contents that the server draws for itself: the welcome screen, "busy", error screens, and marks on old pictures. */

import { contentHash, type DrawingEnvironment, markedHash } from '../../domain/content-hash.ts';
import { REFRESH_AFTER_FAILURE } from '../../domain/refresh.ts';
import { type NoticeDisplay, noticeSpec, type RenderSpec } from '../../domain/render-spec.ts';
import { NO_ASSETS } from '../../pictures/svg/images/asset-files.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import type { Party } from '../../platform/base/party-shares.ts';
import { type ErrorFacts, errorScreen } from '../jobs/error-screen.ts';
import { busyScreen, waitingScreen, welcomeScreen } from '../jobs/notices.ts';
import { type StaleTimes, staleMark } from '../jobs/stale-mark.ts';
import type { Content, ContentStore } from './content-store.ts';

export class SystemScreens {
  readonly #store: ContentStore;
  readonly environment: DrawingEnvironment;

  constructor(store: ContentStore, environment: DrawingEnvironment) {
    this.#store = store;
    this.environment = environment;
  }

  /** The picture of a new device, with the code by which its owner chooses a screen for it. It is put into the store. */
  welcome(display: NoticeDisplay, code: string, party: Party = 'stranger'): Content {
    const spec = noticeSpec(display);
    return this.#keep(this.#content('welcome', 'welcome', welcomeScreen(spec, code), spec), party);
  }

  /**
   * The picture of a device that waits to be adopted, as its screen needs what strangers do not get. It is put into the store.
   * @param code  null where it is not known
   */
  waiting(display: NoticeDisplay, code: string | null, screen: string, party: Party): Content {
    const spec = noticeSpec(display);
    return this.#keep(this.#content('waiting', screen, waitingScreen(spec, code), spec), party);
  }

  /** The picture for a device that has none of its own while the server is overloaded. It is put into the store. */
  busy(display: NoticeDisplay): Content {
    const spec = noticeSpec(display);
    return this.#keep(this.#content('busy', 'busy', busyScreen(spec), spec));
  }

  /** The error screen in place of a picture of this spec. It is not put into the store. */
  error(spec: RenderSpec, facts: Omit<ErrorFacts, 'retrySeconds'>): Content {
    const svg = errorScreen(spec, spec.palette, { ...facts, retrySeconds: REFRESH_AFTER_FAILURE });
    return this.#content('error screen', facts.screen, svg, spec);
  }

  /** A content with a mark that says it is old, unless the picture is too small for that. It is put into the store. */
  marked(content: Content, times: StaleTimes, party: Party = 'engine'): Content {
    const { spec } = content;
    const overlay = staleMark(spec, spec.palette, times);
    if (overlay === null) return this.#keep(content, party);
    const environment = this.environment.digest;
    const hash = markedHash(content.hash, overlay, spec, environment);
    return this.#keep({ ...content, hash, environment, overlay }, party);
  }

  #content(name: string, screen: string, svg: string, spec: RenderSpec): Content {
    const environment = this.environment.digest;
    const hash = contentHash(sha256Hex(svg), spec, environment);
    return { hash, environment, svg, name, assets: NO_ASSETS, origins: null, secrets: [], spec, screen };
  }

  #keep(content: Content, party: Party = 'engine'): Content {
    this.#store.put(content, party);
    return content;
  }
}
