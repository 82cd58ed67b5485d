/** Counts the outcomes of a run, and says at its end what they were and which tools were missing. */
import { type MissingCounts, skipMissing, type TestEvent } from './skip-missing.ts';
import { installCommand } from './tools.ts';

/** In CI nothing may be skipped unseen: there, a missing tool fails its tests. */
const IS_CI = process.env['CI'] === 'true';

interface Outcomes {
  passed: number;
  failed: number;
  skipped: number;
  /** True where something failed that was made by chance alone: a second try would make something else. */
  isByChance: boolean;
}

/** Properties choose their values by themselves; all other generators begin with the seed of the run. */
const BY_CHANCE = /\bproperty failed\b/i;

export class Tally {
  readonly #files = new Map<string, Outcomes>();
  readonly #missing: MissingCounts = new Map();
  /** Files of which something failed beside others. */
  readonly #tried = new Set<string>();

  get failed(): number {
    return this.#sum('failed');
  }

  /** The same events, counted, with skipped tests in the place of those that a tool is missing for. */
  async *count<E extends TestEvent>(events: AsyncIterable<E>): AsyncGenerator<E> {
    for await (const event of IS_CI ? events : skipMissing(events, this.#missing)) {
      // Node's own figures do not know what was skipped for want of a tool.
      if (event.type !== 'test:diagnostic') yield event;
      const { details, skip, name = '', file = '' } = event.data;
      if (details?.type === 'suite' && !isOwnFailure(event)) continue;
      const outcomes = this.#outcomesOf(file);
      if (event.type === 'test:fail') {
        outcomes.failed++;
        outcomes.isByChance ||= BY_CHANCE.test(`${name} ${describeCauses(details?.error)}`);
      }
      if (event.type === 'test:pass') skip === undefined ? outcomes.passed++ : outcomes.skipped++;
    }
  }

  /**
   * The files to run once more, with nothing beside them, because the machine may have been too busy for their deadlines.
   * What they did so far counts no longer. None where something failed by chance, which need not fail again, or where so
   * much fails that it is no matter of time.
   */
  secondTries(most: number): readonly string[] {
    const failed = [...this.#files].filter(([, { failed }]) => failed > 0);
    if (failed.length > most || failed.some(([, { isByChance }]) => isByChance)) return [];
    for (const [file] of failed) {
      this.#files.delete(file);
      this.#tried.add(file);
    }
    return failed.map(([file]) => file);
  }

  /** Count a failure that belongs to no test. */
  fail(): void {
    this.#outcomesOf('').failed++;
  }

  /** What was missing and how to get it, and at last `N passed, N failed, N skipped`. */
  summary(): string {
    const skipped = this.#sum('skipped');
    const counts = `${this.#sum('passed')} passed, ${this.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    return `${this.#describeMissing()}${this.#describeTried()}${counts}\n`;
  }

  #outcomesOf(file: string): Outcomes {
    const found = this.#files.get(file) ?? { passed: 0, failed: 0, skipped: 0, isByChance: false };
    this.#files.set(file, found);
    return found;
  }

  #sum(outcome: 'passed' | 'failed' | 'skipped'): number {
    return [...this.#files.values()].reduce((sum, outcomes) => sum + outcomes[outcome], 0);
  }

  #describeTried(): string {
    const steady = [...this.#tried].filter((file) => this.#files.get(file)?.failed === 0);
    return steady
      .map((file) => `Failed beside others (the error is above) and passed alone: ${file}\n`)
      .join('');
  }

  #describeMissing(): string {
    if (this.#missing.size === 0) return '';
    const width = Math.max(...[...this.#missing.keys()].map((name) => name.length));
    const rows = [...this.#missing]
      .sort(([, one], [, other]) => other - one)
      .map(
        ([name, count]) => `  ${name.padEnd(width)}  ${count} ${count === 1 ? 'test' : 'tests'} skipped\n`,
      );
    const install = installCommand(this.#missing.keys());
    return `Not installed, so that tests of Stipple with it did not run:\n${rows.join('')}To run them, too: ${install}\n`;
  }
}

/** True where a suite failed by itself, and not by a test in it: it could not be loaded, or took too long. */
function isOwnFailure({ type, data }: TestEvent): boolean {
  const failure = (data.details?.error as { readonly failureType?: unknown } | undefined)?.failureType;
  return type === 'test:fail' && failure !== 'subtestsFailed';
}

/** The messages of an error and of its causes: Node wraps what a test throws. */
function describeCauses(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return `${error.message} ${describeCauses(error.cause)}`;
}
