/** Checks screens when they are saved, and prints what is wrong with them. */
import type { CheckFinding, ScreenReport } from '../../engine/check/finding.ts';
import { runCheck } from '../../engine/check/run-check.ts';
import { TreeWatcher } from '../../platform/files/tree-watcher.ts';
import { screensOfFiles } from '../../screens/sources/changed-screens.ts';
import { discoverPaths } from '../../screens/sources/discover.ts';
import { findingLine } from '../check/report.ts';
import { say } from '../output.ts';

export class SaveChecks {
  readonly #root: string;
  readonly #watcher: TreeWatcher;
  readonly #stopped = new AbortController();
  /** Screens that wait for their check; null stands for all. */
  #waiting: ReadonlySet<string> | null = new Set();
  #checking: Promise<void> = Promise.resolve();

  /** @param root  absolute folder of the screens */
  constructor(root: string) {
    this.#root = root;
    this.#watcher = new TreeWatcher(root, (files) => this.#saved(files));
  }

  /** Check all screens, and from then on those that are saved. */
  async start(): Promise<void> {
    await this.#watcher.start();
    this.#waiting = null;
    this.#check();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#watcher.stop();
    await this.#checking;
  }

  #saved(files: readonly string[]): void {
    const there = new Set(discoverPaths([this.#root]));
    const screens = screensOfFiles(files, there).filter((screen) => there.has(screen));
    // A module or a partial: any screen may use it.
    const isShared = screens.length === 0;
    this.#waiting = isShared || this.#waiting === null ? null : new Set([...this.#waiting, ...screens]);
    this.#check();
  }

  /** One check at a time; what is saved meanwhile is checked once, after it. */
  #check(): void {
    this.#checking = this.#checking.then(async () => {
      const paths = this.#waiting === null ? null : [...this.#waiting];
      this.#waiting = new Set();
      if (paths?.length === 0 || this.#stopped.signal.aborted) return;
      const { screens } = await runCheck({ roots: [this.#root], paths });
      if (!this.#stopped.signal.aborted) this.#tell(screens);
    });
  }

  #tell(screens: readonly ScreenReport[]): void {
    const findings = screens.flatMap((screen) => screen.findings).filter(matters);
    for (const line of new Set(findings.map((finding) => findingLine(this.#root, finding)))) say.answer(line);
  }
}

function matters({ level }: CheckFinding): boolean {
  return level !== 'note';
}
