/** Applies waiting changes one after the other in memory, so that they can be written at once. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import type { PlainObject, PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { type ConfigEdit, valueAt } from '../edit/model.ts';
import { type GroupOrder, groupOrder } from '../read/group-order.ts';
import { refusedLocalRepo } from '../read/local-repos.ts';
import type { ConfigSecrets } from '../read/parse.ts';
import type { LoadedConfig } from '../texts/loaded-config.ts';
import { boundedNote, describeEdits } from './revision-note.ts';
import type { ConfigStore } from './store.ts';
import { type ConfigWriteFailure, localRepoFailure, problemFailure, rolledBack } from './write-failure.ts';

/** The config as it will be when it is the turn of a change. */
export interface CurrentConfig {
  readonly snapshot: ConfigSnapshot;
  /** The whole file as plain values, secrets included, aliases and merge keys expanded. */
  readonly raw: PlainObject;
  /** The value at a path of keys; undefined when there is none. */
  valueAt(path: readonly string[]): PlainValue | undefined;
  readonly text: string;
  readonly secrets: ConfigSecrets;
}

/** A text in the place of the one before. */
export interface NewText {
  readonly text: string;
  /** What is done, for the note of a revision. */
  readonly what: string;
}

/** A change that is in the file: what it edited, and what the config said before it and says after it. */
export interface WrittenChange {
  readonly edits: readonly ConfigEdit[];
  readonly before: PlainObject;
  readonly after: PlainObject;
  /** Names of the groups in their order before and after, where that has changed: the values of a map have none. */
  readonly reordered: GroupOrder | null;
}

/** Edits, a whole text, or nothing to write. */
type Planned = readonly ConfigEdit[] | NewText | null;

/** A change that is waiting for its turn. */
export interface WaitingChange {
  /** The one who asks for it. */
  readonly by: string;
  /** The edits, or a whole text; null when the change is refused or not needed. May be called again. */
  plan(current: CurrentConfig): Planned | Promise<Planned>;
  /** Told of the change after it is written, and before its answer; not where nothing was to be written. */
  written?(change: WrittenChange): void;
  /** Report the result to the caller, null for what was last planned. Only the first call counts. */
  answer(failure: ConfigWriteFailure | null): void;
  /** Report an unexpected error to the caller. Counts as an answer. */
  fail(error: unknown): void;
}

/** The result of changes that were applied one after the other. */
export interface PlannedChanges {
  /** The config with all of them; null when none changes anything. */
  readonly result: LoadedConfig | null;
  /** What they change, and for whom. */
  readonly note: string;
  /** Answer each caller whose turn came. To be called after the result is in the file. */
  answer(): void;
  /** Changes that were not reached in time. */
  readonly left: readonly WaitingChange[];
}

/** Time for planning: the callers of the first changes wait for the file, and other processes for its lock. */
const MAX_MS = 500;

/**
 * Plan changes, each on the result of those before it. A change that is refused, or whose result would not load, has no
 * effect. Between two changes, other work on the thread gets its turn.
 * @param changes one or more; the first is always planned
 * @param folders below these callers may register repositories of this machine; null where the operator is the caller
 */
export async function planChanges(
  store: ConfigStore,
  changes: readonly WaitingChange[],
  folders: readonly string[] | null = null,
): Promise<PlannedChanges> {
  const begin = performance.now();
  const answers: (() => void)[] = [];
  const notes: string[] = [];
  const before = store.loaded;
  let current = before;
  let next = 0;
  for (const change of changes) {
    if (next > 0) await nextTurn();
    if (next > 0 && performance.now() - begin > MAX_MS) break;
    next++;
    try {
      const made = permitted(current, await makeChange(store, current, change), folders);
      if (made.ok && made.value.config !== current) {
        const { config, edits, what } = made.value;
        const reordered = groupOrder(current.snapshot, config.snapshot);
        const written = { edits, before: current.plain, after: config.plain, reordered };
        current = config;
        notes.push(
          describeEdits(what === null ? change.by : `${change.by}: ${what}`, edits, reordered !== null),
        );
        answers.push(() => change.written?.(written));
      }
      answers.push(() => change.answer(made.ok ? null : made.error));
    } catch (error) {
      answers.push(() => change.fail(error));
    }
  }
  return {
    result: current === before ? null : current,
    note: boundedNote(notes.join(' | ')),
    answer: () => {
      for (const answer of answers) answer();
    },
    left: changes.slice(next),
  };
}

/** A config with a change applied; the same object as before when there was nothing to change. */
interface MadeChange {
  readonly config: LoadedConfig;
  readonly edits: readonly ConfigEdit[];
  /** What a new text is for; null for edits. */
  readonly what: string | null;
}

/** The change, unless it has the server read a repository of its own machine that is not open to callers. */
function permitted(
  { snapshot: before }: LoadedConfig,
  made: Result<MadeChange, ConfigWriteFailure>,
  folders: readonly string[] | null,
): Result<MadeChange, ConfigWriteFailure> {
  if (!made.ok || folders === null) return made;
  const refused = refusedLocalRepo(before.screenRepos, made.value.config.snapshot.screenRepos, folders);
  return refused === null ? made : err(localRepoFailure(refused));
}

async function makeChange(
  store: ConfigStore,
  current: LoadedConfig,
  change: WaitingChange,
): Promise<Result<MadeChange, ConfigWriteFailure>> {
  const { snapshot, secrets, text, plain: raw } = current;
  const planned = await change.plan({
    snapshot,
    secrets,
    text,
    raw,
    valueAt: (path) => valueAt(raw, path),
  });
  if (planned === null) return ok({ config: current, edits: [], what: null });
  if ('text' in planned) return replaceText(store, current, planned);
  if (planned.length === 0) return ok({ config: current, edits: planned, what: null });
  const made = await store.edit(current, planned);
  if (made.ok) return ok({ config: made.value ?? current, edits: planned, what: null });
  const { error } = made;
  return err('message' in error ? rolledBack(error.message) : problemFailure('rolled_back', error));
}

async function replaceText(
  store: ConfigStore,
  current: LoadedConfig,
  { text, what }: NewText,
): Promise<Result<MadeChange, ConfigWriteFailure>> {
  if (text === current.text) return ok({ config: current, edits: [], what });
  const made = await store.replace(current, text);
  return made.ok ? ok({ ...made.value, what }) : err(problemFailure('rolled_back', made.error));
}
