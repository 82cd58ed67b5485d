/** What the main thread of a page does, by the trace of the browser. */
import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in microseconds; only of events with a duration. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** One task of the main thread, with all that it calls. */
const TASKS: ReadonlySet<string> = new Set(['RunTask', 'ThreadControllerImpl::RunTask']);

/**
 * The processor time of each task of the main thread while something is done, in milliseconds, the longest first. A task
 * that had to wait for a processor is not longer for it, as it is in the list of long tasks that pages can ask for.
 */
export async function tasksDuring(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<readonly number[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const mains = new Set(
    trace.traceEvents
      .filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}-${tid}`),
  );
  return trace.traceEvents
    .filter(({ name, pid, tid }) => TASKS.has(name) && mains.has(`${pid}-${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a);
}
