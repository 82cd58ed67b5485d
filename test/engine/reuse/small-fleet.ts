/** Composes screens for random devices, verifies each result that is used again, and counts. */

import { cpSync, mkdirSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { findAssets } from '../../../src/config/env/assets.ts';
import { EngineEvents } from '../../../src/domain/engine-events.ts';
import { layoutTable } from '../../../src/domain/layout.ts';
import { FOUR_GREYS } from '../../../src/domain/palette.ts';
import type { Read, RunReads } from '../../../src/domain/reads.ts';
import { Composer } from '../../../src/engine/contents/composer.ts';
import type { ComposeResult } from '../../../src/engine/jobs/jobs.ts';
import { ComposePool } from '../../../src/engine/pool/compose-pool.ts';
import { ComposedStore, type ScreenKey } from '../../../src/engine/reuse/composed-store.ts';
import type { RunFacts } from '../../../src/engine/reuse/read-tree.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { fileState } from '../../../src/platform/files/files.ts';
import { OutboundHttp } from '../../../src/screens/fetch/outbound-http.ts';
import { ScreenCatalogue } from '../../../src/screens/sources/catalogue.ts';
import type { Screen } from '../../../src/screens/sources/screen.ts';
import { JUDGED_DATA } from '../../screens/template/judged/case.ts';
import { addFiles } from '../../support/files/temp-tree.ts';
import { listen } from '../../support/network/listen.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';
import { until } from '../../support/waiting.ts';
import { type Dice, pick, randomFacts, randomScreens, sharedFiles } from './random-screens.ts';

/** A fault that is put into the store on purpose. */
export type Forgotten = Read[0];

/** A store that does not see one kind of reads. */
class ForgetfulStore extends ComposedStore {
  readonly #forgotten: Forgotten;

  constructor(world: ConstructorParameters<typeof ComposedStore>[0], forgotten: Forgotten) {
    super(world);
    this.#forgotten = forgotten;
  }

  override put(
    screen: ScreenKey,
    facts: RunFacts,
    environment: string,
    run: RunReads,
    result: ComposeResult,
  ): void {
    const reads = run.reads.filter(([kind]) => kind !== this.#forgotten);
    super.put(screen, facts, environment, { ...run, reads }, result);
  }
}

/** How often what happened. */
export interface Tally {
  same: number;
  different: number;
  fresh: number;
  readonly screens: Set<string>;
}

/** The tests run from the output folder, which lies beside the sources. */
const BENCHMARKS = path.join(import.meta.dirname, '..', '..', '..', '..', 'benchmarks', 'screens');
/** After a change of a file, so long it counts as new. */
const SETTLED_MS = 2_100;
const DAY_MS = 86_400_000;
/** Some time in spring, in which no clock changes. */
const START_MS = Date.UTC(2026, 3, 20, 11, 59, 30);

export class SmallFleet {
  readonly #dice: Dice;
  readonly #folder: string;
  readonly #logs: LogLines = [];
  readonly #log = createLogger('error', logInto(this.#logs));
  readonly #http = new OutboundHttp();
  readonly #server: Server;
  #answers = 0;
  #pool: ComposePool | null = null;
  #screens: readonly Screen[] = [];

  /** @param folder  a temporary folder */
  constructor(folder: string, dice: Dice) {
    this.#folder = folder;
    this.#dice = dice;
    // Every answer is another one.
    this.#server = createServer((_request, response) => {
      this.#answers += 1;
      response.end(`answer ${this.#answers}`);
    });
  }

  /** Write screens in two versions of their files, and start threads. */
  async start(randomCount: number): Promise<void> {
    const port = await listen(this.#server);
    const own = randomScreens(this.#dice, randomCount, `http://127.0.0.1:${port}`);
    const { screensDir } = findAssets();
    for (const version of [0, 1] as const) {
      const target = path.join(this.#folder, `v${version}`);
      mkdirSync(target);
      for (const dir of [screensDir, path.join(screensDir, '..', 'examples'), BENCHMARKS]) {
        cpSync(dir, target, { recursive: true });
      }
      addFiles(target, { ...own, ...sharedFiles(version) });
    }
    this.#use(0);
    const catalogue = new ScreenCatalogue({
      builtinDir: screensDir,
      localDir: path.join(this.#folder, 'screens'),
    });
    const config = { screens: new Map() };
    this.#screens = catalogue.list(config).flatMap(({ ref, handle, problem }) => {
      const screen = handle === 'local' && problem === null ? catalogue.locate(ref, config) : null;
      return screen?.ok === true ? [{ ...screen.value, allowPrivateNetwork: true }] : [];
    });
    this.#pool = new ComposePool({
      log: this.#log,
      http: async () => this.#http,
      fonts: [{ name: 'Inter', origin: 'embedded', styles: [], axes: [] }],
      threads: 2,
    });
    await this.#pool.start();
    await until(
      () => Date.now() - statSync(path.join(this.#folder, 'v1', 'note0.txt')).ctimeMs > SETTLED_MS,
      'settled files',
    );
  }

  /** Let the screens' folder be another version of itself, at once: the files are old, and others. */
  #use(version: 0 | 1): void {
    const link = path.join(this.#folder, 'screens');
    symlinkSync(`v${version}`, `${link}.new`);
    renameSync(`${link}.new`, link);
  }

  get screens(): number {
    return this.#screens.length;
  }

  /**
   * Call so many times for random devices, some at a time, while time passes, files change and answers expire.
   * @param forgotten  reads that the store is made to forget; the first difference ends the play then
   */
  async play(calls: number, forgotten: Forgotten | null = null): Promise<Tally> {
    const tally: Tally = { same: 0, different: 0, fresh: 0, screens: new Set() };
    const events = new EngineEvents();
    events.on('composed', () => {
      tally.fresh += 1;
    });
    events.on('reuseVerified', (screen, isSame) => {
      tally[isSame ? 'same' : 'different'] += 1;
      tally.screens.add(screen);
    });
    const composer = this.#composer(events, forgotten);
    let nowMs = START_MS;
    for (let n = 0; n < calls && (forgotten === null || tally.different === 0); ) {
      nowMs += pick(this.#dice, [0, 0, 0, 10, 400, 1_000, 31_000, -500, -60_000, DAY_MS]);
      if (this.#dice(12) === 0) this.#use(pick(this.#dice, [0, 1] as const));
      const burst = 1 + this.#dice(4);
      const screen = pick(this.#dice, this.#screens);
      await Promise.all(Array.from({ length: burst }, () => this.#call(composer, screen, nowMs)));
      n += burst;
    }
    return tally;
  }

  /** The lines of the log. */
  get logs(): LogLines {
    return this.#logs;
  }

  #composer(events: EngineEvents, forgotten: Forgotten | null): Composer {
    const world = {
      fileState,
      isCurrent: (entry: number, ttl: number) => this.#http.isCurrent(entry, ttl),
      dataVersion: () => null,
    };
    if (this.#pool === null) throw new Error('not started');
    return new Composer({
      pool: this.#pool,
      store: forgotten === null ? new ComposedStore(world) : new ForgetfulStore(world, forgotten),
      strangersStore: new ComposedStore(world),
      environment: { digest: 'of the test' },
      events,
      verifyShare: 1,
    });
  }

  async #call(composer: Composer, screen: Screen, nowMs: number): Promise<void> {
    const dice = this.#dice;
    const palette = pick(dice, [FOUR_GREYS, ['#000000', '#ffffff']]);
    const [widthPx, heightPx] = pick(dice, [
      [800, 480],
      [480, 800],
    ] as const);
    const layout = layoutTable({ widthPx, heightPx }, palette);
    const job = { screen, ...randomFacts(dice, JUDGED_DATA), layout, hasPrevious: dice(2) === 0, nowMs };
    await composer.compose(job, { deadline: deadlineIn(20_000), log: this.#log, secrets: [] });
  }

  async stop(): Promise<void> {
    await Promise.all([this.#pool?.stop(0), this.#http.stop()]);
    this.#server.close();
  }
}
