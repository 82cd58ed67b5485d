/** Learns what other servers have written of their repos: by their notices, and by a look now and then, as notices may be lost. */
import type { State } from '../../../state/state.ts';
import { requireStateError } from '../../../state/state-error.ts';
import { SHARED_REPO_LIMITS } from './limits.ts';

/** All records, by handle. */
type Records = ReadonlyMap<string, string>;

export class RecordWatch {
  readonly #state: Pick<State, 'repos' | 'notices'>;
  readonly #listen: () => (records: Records) => void;
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: () => void = () => undefined;
  #looking: Promise<void> | null = null;
  #again = false;
  #live = false;

  /** @param listen is called before a look; what it returns receives all records */
  constructor(state: Pick<State, 'repos' | 'notices'>, listen: () => (records: Records) => void) {
    this.#state = state;
    this.#listen = listen;
  }

  start(): void {
    this.#live = true;
    this.#unsubscribe = this.#state.notices.subscribe(({ topic }) => {
      if (topic === 'repo' || topic === 'missed') this.#look();
    });
    this.#timer = setInterval(() => this.#look(), SHARED_REPO_LIMITS.lookMs).unref();
    this.#look();
  }

  /** Resolves when no look runs any more. */
  async stop(): Promise<void> {
    this.#live = false;
    clearInterval(this.#timer);
    this.#unsubscribe();
    await this.#looking;
  }

  /** One look at a time. A notice that comes meanwhile may be about what the look has not seen. */
  #look(): void {
    this.#again = true;
    this.#looking ??= this.#lookAll().finally(() => {
      this.#looking = null;
    });
  }

  async #lookAll(): Promise<void> {
    while (this.#again && this.#live) {
      this.#again = false;
      const tell = this.#listen();
      try {
        const records = await this.#state.repos.all();
        if (this.#live) tell(records);
      } catch (error) {
        // Without the store all stays as it is.
        requireStateError(error);
      }
    }
  }
}
