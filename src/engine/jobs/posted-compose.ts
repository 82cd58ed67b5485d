/**
 * A compose job on its way to a thread. Most of it is the same for job after job, so tables travel as text, which is copied
 * and not cloned, and a thread keeps what it has read of them.
 */
import type { PlainObject, PlainValue } from '../../platform/base/plain.ts';
import { recentlyUsed } from '../../platform/base/recently-used.ts';
import type { ComposeJob, ComposeScreen } from './jobs.ts';

type Facts = 'hasPrevious' | 'hasAlternative' | 'nowMs';
type Untouched = Facts | 'jobId' | 'askedMs' | 'placeMs' | 'deadline' | 'clock';

/** The job as it is posted: some hundred bytes. */
export interface PostedCompose extends Pick<ComposeJob, Untouched> {
  /** All JSON. */
  readonly screen: string;
  readonly device: string;
  readonly layout: string;
  /** A text of JSON; the plain object where it has numbers that JSON cannot write. */
  readonly params: string | PlainObject;
}

/** Texts of params, which are the same object for each call of a device until its entry changes. */
const paramTexts = new WeakMap<PlainObject, string | null>();

/** Pack a job on the main thread. */
export function postedCompose(job: ComposeJob): PostedCompose {
  const { screen, params, device, layout, ...untouched } = job;
  const { ref, roots, dir, scriptFile, templateFile, trustsAuthors, allowPrivateNetwork } = screen;
  return {
    ...untouched,
    screen: JSON.stringify({
      ref,
      roots,
      dir,
      scriptFile,
      templateFile,
      ...(trustsAuthors === undefined ? {} : { trustsAuthors }),
      ...(allowPrivateNetwork === undefined ? {} : { allowPrivateNetwork }),
    } satisfies ComposeScreen),
    params: textOf(params) ?? params,
    device: JSON.stringify(device),
    layout: JSON.stringify(layout),
  };
}

function textOf(params: PlainObject): string | null {
  let text = paramTexts.get(params);
  if (text === undefined) {
    text = isJson(params) ? JSON.stringify(params) : null;
    paramTexts.set(params, text);
  }
  return text;
}

/** True when JSON keeps the value as it is. */
function isJson(value: PlainValue): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isJson);
}

/** Entries of the table of what was read: a thread runs few screens, with few params, on few sizes. */
const KEPT_TABLES = 256;
/** A longer text is read anew for each job. */
const MAX_KEPT_LENGTH = 16_384;

/** Unpacks jobs in a thread. */
export class ComposeReceiver {
  readonly #tables = recentlyUsed<string, object>(KEPT_TABLES);

  /** The job as it was packed. Screens, params and layouts may be shared with other jobs, and are frozen. */
  receive({ screen, params, device, layout, ...untouched }: PostedCompose): ComposeJob {
    return {
      ...untouched,
      screen: this.#table(screen) as ComposeScreen,
      params: typeof params === 'string' ? (this.#table(params) as PlainObject) : params,
      device: JSON.parse(device) as PlainObject,
      layout: this.#table(layout) as PlainObject,
    };
  }

  #table(text: string): object {
    const known = this.#tables.get(text);
    if (known !== undefined) return known;
    const table = frozen(JSON.parse(text) as object);
    if (text.length <= MAX_KEPT_LENGTH) this.#tables.set(text, table);
    return table;
  }
}

function frozen(value: object): object {
  for (const item of Object.values(value))
    if (typeof item === 'object' && item !== null) frozen(item as object);
  return Object.freeze(value);
}
