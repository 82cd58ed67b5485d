/** Counts the outcomes of a run, and says at its end what they were and which tools were missing. */
import { type MissingCounts, skipMissing, type TestEvent } from './skip-missing.ts';
import { installCommand } from './tools.ts';

/** In CI nothing may be skipped unseen: there, a missing tool fails its tests. */
const IS_CI = process.env['CI'] === 'true';

export class Tally {
  passed = 0;
  failed = 0;
  #skipped = 0;
  readonly #missing: MissingCounts = new Map();

  /** The same events, counted, with skipped tests in the place of those that a tool is missing for. */
  async *count<E extends TestEvent>(events: AsyncIterable<E>): AsyncGenerator<E> {
    for await (const event of IS_CI ? events : skipMissing(events, this.#missing)) {
      // Node's own figures do not know what was skipped for want of a tool.
      if (event.type !== 'test:diagnostic') yield event;
      const { details, skip } = event.data;
      if (details?.type === 'suite') continue;
      if (event.type === 'test:fail') this.failed++;
      if (event.type === 'test:pass') skip === undefined ? this.passed++ : this.#skipped++;
    }
  }

  /** What was missing and how to get it, and at last `N passed, N failed, N skipped`. */
  summary(): string {
    const skipped = this.#skipped > 0 ? `, ${this.#skipped} skipped` : '';
    return `${this.#describeMissing()}${this.passed} passed, ${this.failed} failed${skipped}\n`;
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
