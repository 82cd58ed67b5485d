/**
 * Makes a content from a mapping: display, screen, compose, render spec, content hash. Devices, previews and
 * `stipple render` use it alike. Any failure on the way gives the error screen.
 */

import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import { contentHash, type DrawingEnvironment } from '../../domain/content-hash.ts';
import { type DeviceDisplay, settleDisplay } from '../../domain/device-display.ts';
import { type DeviceFacts, deviceTable } from '../../domain/device-facts.ts';
import { toTell } from '../../domain/failure-run.ts';
import { layoutTable } from '../../domain/layout.ts';
import type { Mapping } from '../../domain/mapping.ts';
import { measuredProblems } from '../../domain/measured.ts';
import { paletteProblems } from '../../domain/png-form.ts';
import { REFRESH_AFTER_FAILURE, resolveRefresh } from '../../domain/refresh.ts';
import { hyphenateCode } from '../../domain/registration-code.ts';
import { resolveRenderSpec } from '../../domain/render-spec.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { type Deadline, reserving } from '../../platform/base/deadline.ts';
import { describeFailure, type Failure, type Problem } from '../../platform/base/failure.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { DeviceParty, Party } from '../../platform/base/party-shares.ts';
import type { Result } from '../../platform/base/result.ts';
import { roundTimes, type StageTimes, type Timed } from '../../platform/base/stages.ts';
import type { ScreenCatalogue } from '../../screens/sources/catalogue.ts';
import type { Screen } from '../../screens/sources/screen.ts';
import type { Composed, ComposeResult } from '../jobs/jobs.ts';
import type { Composer } from './composer.ts';
import type { Content, ContentStore } from './content-store.ts';
import { withoutSecrets } from './draw-content.ts';
import { type Located, locateScreen, NEEDS_ADOPTION } from './locate-screen.ts';
import { type ContentSource, wasMadeFor } from './same-content.ts';
import type { SystemScreens } from './system-screens.ts';
import { WarningLog } from './warning-log.ts';

/** The device that the content is for, and what it is to show. */
export interface ContentRequest {
  readonly config: ConfigSnapshot;
  readonly mapping: Mapping;
  /** False for a device that shows the default screen because it has no mapping of its own. */
  readonly mapped: boolean;
  /** The party of the device: a stranger gets no secrets of groups. */
  readonly party: DeviceParty;
  /** For whom the work is done where that is not the device: an admin who looks on. */
  readonly workFor?: Party;
  readonly device: DeviceFacts;
  /** True when the device has a picture that `skip_update` may leave in place. */
  readonly hasPrevious: boolean;
  /** The mapping that the picture was made for; absent where that is always the same. */
  readonly previousOf?: Mapping | null;
  /** What is shown in its place where its script has nothing to show, in this order; the last one whatever it says. */
  readonly alternatives?: readonly Mapping[];
  /** For the error screen: when the screen began to fail, in ms since 1970, and which failure was shown. */
  readonly failing?: { readonly sinceMs: number; readonly told: Failure | null } | null;
  /** The time that the screen takes for now; absent for the current time. */
  readonly nowMs?: number;
  /** True where the result of an earlier run will do, if another one would make the same. It needs `nowMs`. */
  readonly reuse?: boolean;
  /** When the picture has to be made, be it the error screen. */
  readonly deadline: Deadline;
  readonly log: Logger;
}

export interface MadeContent {
  readonly kind: 'content';
  readonly content: Content;
  /** True when the content was not in the store before. */
  readonly isNew: boolean;
  readonly refreshSeconds: number;
  /** Why the content is the error screen; null when it is the screen itself. */
  readonly failure: Failure | null;
  /** Problems of a screen that can be shown all the same. */
  readonly warnings: readonly Problem[];
  /** What the run has read, as JSON of a `RunReads`; null for an error screen. */
  readonly reads: string | null;
}

/** What is said of a content beside what it is; without warnings, and made by the screen, where it says nothing of them. */
type Kept = Pick<MadeContent, 'refreshSeconds'> &
  Partial<Pick<MadeContent, 'failure' | 'warnings' | 'reads'>>;

/** The script leaves the previous picture in place. */
export interface KeptContent {
  readonly kind: 'kept';
  readonly refreshSeconds: number;
}

export interface Overloaded {
  readonly kind: 'overloaded';
}

/** What came of a request, with the times of the screen's run: none where it did not run. */
export type ContentOutcome = (MadeContent | KeptContent | Overloaded) & {
  readonly stagesMs: StageTimes;
  /** The one of the alternatives that it shows; absent for the mapping of the request. */
  readonly shown?: Mapping;
};

/** The script has nothing to show, and there are alternatives. */
interface Passed {
  readonly kind: 'nothing';
}

interface ContentMakerOptions {
  readonly catalogue: Pick<ScreenCatalogue, 'locate'>;
  readonly composer: Pick<Composer, 'compose' | 'fresh'>;
  readonly store: Pick<ContentStore, 'put' | 'failure'>;
  readonly screens: SystemScreens;
  readonly environment: DrawingEnvironment;
}

/** A request with its display settled. */
interface Target extends ContentRequest {
  readonly display: DeviceDisplay;
}

export class ContentMaker {
  readonly #options: ContentMakerOptions;
  readonly #warnings = new WarningLog();
  /** The last content that was made of a result. */
  readonly #lastContents = new WeakMap<Composed, ContentSource>();

  constructor(options: ContentMakerOptions) {
    this.#options = options;
  }

  /** Make the content of a device. A failure of the screen never rejects. */
  async make(request: ContentRequest): Promise<ContentOutcome> {
    const made = await this.#makeOne(request);
    if (made.kind !== 'nothing') return made;
    const [shown, ...alternatives] = request.alternatives ?? [];
    // There is one: a run without alternatives gives something.
    if (shown === undefined) throw new RangeError('nothing to show without an alternative');
    return { shown, ...(await this.make({ ...request, mapping: shown, alternatives })) };
  }

  async #makeOne(request: ContentRequest): Promise<ContentOutcome | Passed> {
    const target = settle(request);
    const located = this.#locate(request);
    if (!located.ok) return { ...this.#failed(target, [], located.error), stagesMs: {} };
    if (located.value.needsAdoption) return { ...this.#waiting(target), stagesMs: {} };
    const composed = await this.#compose(target, located.value);
    if (composed.ok && composed.value.kind === 'nothing') return { kind: 'nothing' };
    return { ...this.#outcome(target, located.value, composed), stagesMs: composed.stagesMs };
  }

  #outcome(
    target: Target,
    located: Located,
    composed: Result<ComposeResult>,
  ): MadeContent | KeptContent | Overloaded {
    const { screen, secrets } = located;
    if (!composed.ok && composed.error.code === 'overloaded') return { kind: 'overloaded' };
    if (!composed.ok) return this.#failed(target, secrets, composed.error);

    const refreshSeconds = resolveRefresh({
      script: composed.value.refreshSeconds,
      scriptAt: composed.value.refreshAt,
      nowMs: target.nowMs ?? Date.now(),
      mapping: target.mapping.refreshSeconds ?? null,
      screen: screen.defaultRefreshSeconds,
      mapped: target.mapped,
    });
    if (composed.value.kind !== 'composed') return { kind: 'kept', refreshSeconds };
    return this.#made(target, located, composed.value, refreshSeconds);
  }

  /** The error screen of a device whose content was made and could not be drawn. */
  notDrawn(request: ContentRequest, failure: Failure): MadeContent {
    const located = this.#locate(request);
    return this.#failed(settle(request), located.ok ? located.value.secrets : [], failure);
  }

  #locate(request: ContentRequest): Result<Located> {
    return locateScreen(this.#options.catalogue, request);
  }

  /** A notice for a device that nobody has adopted yet, in the place of a screen with secrets. */
  #waiting({ device, display, mapping, party }: Target): MadeContent {
    const { registrationCode } = device;
    const code = registrationCode === null ? null : hyphenateCode(registrationCode);
    const content = this.#options.screens.waiting(display, code, mapping.screen, party);
    return this.#keep(content, party, {
      refreshSeconds: LIMITS.unmappedRefreshSeconds,
      warnings: [{ message: NEEDS_ADOPTION }],
    });
  }

  async #compose(target: Target, { screen, params, secrets }: Located): Promise<Timed<ComposeResult>> {
    const { device, display, mapping, previousOf = mapping, nowMs, reuse = false, log } = target;
    const deadline = reserving(target.deadline, LIMITS.failureReserveMs);
    const job = {
      screen,
      params,
      device: deviceTable(device, display),
      layout: layoutTable(display, display.palette),
      hasPrevious: target.hasPrevious && previousOf === mapping,
      ...(target.alternatives?.length ? { hasAlternative: true } : {}),
      ...(nowMs === undefined ? {} : { nowMs }),
    };
    const { composer } = this.#options;
    const options = { deadline, log, secrets, party: target.workFor ?? target.party };
    const composed =
      nowMs !== undefined && reuse
        ? await composer.compose({ ...job, nowMs }, options)
        : await composer.fresh(job, options);
    if (log.isLevelEnabled('debug')) {
      const facts = { screen: screen.ref, device: device.id, stagesMs: roundTimes(composed.stagesMs) };
      if (composed.ok) log.debug(facts, 'screen composed');
      else log.debug({ ...facts, code: composed.error.code }, 'screen not composed');
    }
    return composed;
  }

  #made(
    target: Target,
    { screen, secrets }: Located,
    composed: Composed,
    refreshSeconds: number,
  ): MadeContent {
    const { display } = target;
    const { choices } = composed;
    const content = this.#contentOf(target, screen, secrets, composed);
    const { spec } = content;
    const sources = { script: choices.measured, panel: display.panel };
    const idle = [...paletteProblems(choices.palette, spec.png), ...measuredProblems(spec.palette, sources)];
    const warnings = [...composed.warnings, ...idle.map((message) => ({ message }))].map((warning) =>
      withoutSecrets(warning, secrets),
    );
    this.#warnings.write(target.log, screen.ref, warnings);
    const noted = this.#options.store.failure(content.hash, monotonicMs());
    if (noted !== null) return this.#failed(target, secrets, noted.failure);
    const { reads } = composed;
    return this.#keep(content, target.workFor ?? target.party, { refreshSeconds, warnings, reads });
  }

  /** Put a content into the store, for the device to which it is announced. */
  #keep(content: Content, party: Party, said: Kept): MadeContent {
    const isNew = this.#options.store.put(content, party);
    return { kind: 'content', content, isNew, failure: null, warnings: [], reads: null, ...said };
  }

  /**
   * The content of a result. One that is used again gives the same content to the next device that has the same mapping and
   * display, as most devices with one board do.
   */
  #contentOf(
    { display, mapping }: Target,
    screen: Screen,
    secrets: readonly string[],
    composed: Composed,
  ): Content {
    const environment = this.#options.environment.digest;
    const last = this.#lastContents.get(composed);
    if (
      last !== undefined &&
      last.content.environment === environment &&
      wasMadeFor(last, mapping, display, screen)
    )
      return last.content;
    const { svg, svgDigest, files, choices, origins } = composed;
    const spec = resolveRenderSpec({ display, mapping, script: choices, screenText: screen.text });
    const content: Content = {
      hash: contentHash(svgDigest, spec, environment),
      environment,
      svg,
      name: screen.templateFile,
      assets: { roots: screen.roots, dir: screen.dir },
      files,
      secrets,
      origins,
      spec,
      screen: mapping.screen,
    };
    this.#lastContents.set(composed, { content, mapping, display, params: screen.params, text: screen.text });
    return content;
  }

  #failed(target: Target, secrets: readonly string[], raw: Failure): MadeContent {
    const { mapping, device, display, log } = target;
    const failure = withoutSecrets(raw, secrets);
    const reason = describeFailure(failure);
    log.error({ screen: mapping.screen, device: device.id, code: failure.code }, `screen failed: ${reason}`);

    const spec = resolveRenderSpec({ display, mapping, script: null, screenText: null });
    const content = this.#options.screens.error(spec, {
      failure: toTell(target.failing?.told ?? null, failure),
      device: device.name ?? device.id ?? mapping.key,
      screen: mapping.screen,
      sinceMs: target.failing?.sinceMs ?? null,
    });
    return this.#keep(content, target.workFor ?? target.party, {
      refreshSeconds: REFRESH_AFTER_FAILURE,
      failure,
    });
  }
}

function settle(request: ContentRequest): Target {
  const { config, mapping, device } = request;
  return { ...request, display: settleDisplay(config, mapping, device) };
}
