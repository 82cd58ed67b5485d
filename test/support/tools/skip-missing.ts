/**
 * Turns what failed for want of a tool into what is skipped, in the events of a test run. Where a hook finds no tool, Node
 * tells of the tests below it before it tells of the hook, so events are held back to the end of each outermost test.
 */
import path from 'node:path';
import { MISSING_TOOL } from './tools.ts';

/** What is used of Node's events of a test run. */
export interface TestEvent {
  readonly type: string;
  readonly data: {
    readonly name?: string;
    readonly nesting?: number;
    readonly file?: string;
    readonly skip?: string | boolean;
    readonly details?: { readonly type?: string; readonly error?: unknown };
  };
}

/** How many tests were skipped for want of each tool. */
export type MissingCounts = Map<string, number>;

/** The outermost tests of a file so far: the tool that none of them had; null where one did without, undefined before them. */
interface OutermostTests {
  readonly file: string | undefined;
  tool: string | null | undefined;
}

/**
 * The same events with skipped tests in the place of those that a tool is missing for.
 * @param counts  is added to
 */
export async function* skipMissing<E extends TestEvent>(
  events: AsyncIterable<E>,
  counts: MissingCounts,
): AsyncGenerator<E> {
  let held: E[] = [];
  let last: OutermostTests = { file: undefined, tool: undefined };
  for await (const event of events) {
    held.push(event);
    if (!isOutcome(event) || event.data.nesting !== 0) continue;
    if (last.file !== event.data.file) last = { file: event.data.file, tool: undefined };
    if (isOfWholeFile(event) && typeof last.tool === 'string') {
      held[held.length - 1] = skipped(event, last.tool);
      yield* held;
    } else {
      const tool = missingTool(event.data.details?.error);
      yield* judged(held, counts);
      last.tool = last.tool === undefined || last.tool === tool ? tool : null;
    }
    held = [];
  }
  yield* held;
}

function isOutcome({ type }: TestEvent): boolean {
  return type === 'test:pass' || type === 'test:fail';
}

/**
 * A hook of the file itself has failed: after one before all tests that found no tool, the one after them has nothing to
 * stop. Hooks of a suite fail with it.
 */
function isOfWholeFile(event: TestEvent): boolean {
  const { name, file } = event.data;
  const isFile = name !== undefined && file !== undefined && path.resolve(name) === path.resolve(file);
  return event.type === 'test:fail' && isFile && failureType(event) === 'hookFailed';
}

/** All events of one outermost test. Those of inner tests come before those of the tests they are in. */
function judged<E extends TestEvent>(events: readonly E[], counts: MissingCounts): readonly E[] {
  const result = [...events];
  for (const [index, event] of events.entries()) {
    if (event.type !== 'test:fail') continue;
    const tool = missingTool(event.data.details?.error);
    const inner = innerOutcomes(result, index);
    if (tool !== null) {
      for (const at of inner) if (wasCancelled(result[at] as E)) skip(result, at, tool, counts);
      skip(result, index, tool, counts);
    } else if (
      failureType(event) === 'subtestsFailed' &&
      inner.every((at) => result[at]?.type !== 'test:fail')
    ) {
      result[index] = {
        ...event,
        type: 'test:pass',
        data: { ...event.data, details: { ...event.data.details, error: undefined } },
      };
    }
  }
  return result;
}

function skip<E extends TestEvent>(events: E[], at: number, tool: string, counts: MissingCounts): void {
  const event = events[at] as E;
  if (event.type !== 'test:fail') return;
  events[at] = skipped(event, tool);
  if (event.data.details?.type !== 'suite') counts.set(tool, (counts.get(tool) ?? 0) + 1);
}

function skipped<E extends TestEvent>(event: E, tool: string): E {
  const { details, ...data } = event.data;
  const { error: _, ...rest } = details ?? {};
  return { ...event, type: 'test:pass', data: { ...data, details: rest, skip: `needs ${tool}` } };
}

/** Where the outcomes stand of the tests in one whose own outcome stands at `index`. */
function innerOutcomes(events: readonly TestEvent[], index: number): readonly number[] {
  const nesting = events[index]?.data.nesting ?? 0;
  const inner: number[] = [];
  for (let at = index - 1; at >= 0; at--) {
    const event = events[at] as TestEvent;
    if (!isOutcome(event)) continue;
    if ((event.data.nesting ?? 0) <= nesting) break;
    inner.push(at);
  }
  return inner;
}

function wasCancelled(event: TestEvent): boolean {
  return failureType(event) === 'cancelledByParent';
}

function failureType({ data }: TestEvent): unknown {
  return property(data.details?.error, 'failureType');
}

/** The tool that an error or one of its causes names; null for an error of another kind. */
function missingTool(error: unknown): string | null {
  // An error that is its own cause would have no end.
  for (let depth = 0, at = error; depth < 8 && at !== undefined; depth++) {
    const tool = property(at, 'tool');
    if (property(at, 'code') === MISSING_TOOL && typeof tool === 'string') return tool;
    at = property(at, 'cause');
  }
  return null;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
