/**
 * Whether a run may reach private networks: only while all that it has loaded is the operator's or an admin's, or the
 * config trusts authors. What an author has written gets no answer from there, either: a run that loads such a file after
 * it has asked begins anew, without the reach.
 */
import type { Result } from '../../platform/base/result.ts';
import { RunEnd } from '../../screens/script/run-end.ts';
import { isAuthored } from '../../screens/sources/authored.ts';
import type { ScreenFile } from '../../screens/sources/files.ts';
import type { OwnFile } from '../../screens/sources/own-files.ts';
import type { ComposeScreen } from './jobs.ts';

export class RunReach {
  readonly #screen: Pick<ComposeScreen, 'roots' | 'trustsAuthors' | 'allowPrivateNetwork'>;
  #isPublicOnly: boolean;
  #hasAsked = false;
  #isLost = false;

  constructor(screen: Pick<ComposeScreen, 'roots' | 'trustsAuthors' | 'allowPrivateNetwork'>) {
    this.#screen = screen;
    this.#isPublicOnly = screen.allowPrivateNetwork === false;
  }

  /** True once the run has ended because of a file of an author, and has to begin anew without the reach. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** For a request that is about to be sent: true where it may go to public addresses only. */
  isPublicOnly(): boolean {
    const { trustsAuthors = false } = this.#screen;
    if (trustsAuthors) return false;
    this.#hasAsked ||= !this.#isPublicOnly;
    return this.#isPublicOnly;
  }

  /**
   * Note a file as it was read.
   * @throws {RunEnd} it is an author's, and comes after requests with the reach: the run has to begin anew
   */
  read(name: string, { fingerprint }: Pick<ScreenFile, 'fingerprint'>): void {
    if (this.#isPublicOnly || !isAuthored(this.#screen.roots, name, fingerprint)) return;
    this.#isPublicOnly = true;
    if (!this.#hasAsked) return;
    this.#isLost = true;
    throw new RunEnd('overloaded', 'a file of an author was loaded after requests to the private network');
  }

  /** Note a module, an asset or a part of a template that the run gets. @throws {RunEnd} see `read` */
  noted(found: Result<OwnFile>): Result<OwnFile> {
    if (found.ok) this.read(found.value.name, found.value.file);
    return found;
  }
}
