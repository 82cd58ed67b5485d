/**
 * Whether a run may reach private networks: only while all that it has loaded is the operator's or an admin's, or the
 * config trusts authors.
 */
import { LIMITS } from '../base/limits.ts';
import type { Result } from '../base/result.ts';
import { isAuthored } from '../screens/authored.ts';
import { readScreenFile, type ScreenFile } from '../screens/files.ts';
import type { OwnFile } from '../screens/own-files.ts';
import type { ComposeScreen } from './jobs.ts';

export class RunReach {
  readonly #roots: readonly string[];
  #isPublicOnly: boolean;

  readonly #trustsAuthors: boolean;

  /** @param script  as it is run */
  constructor({ roots, scriptFile, templateFile, trustsAuthors = false }: ComposeScreen, script: ScreenFile) {
    this.#trustsAuthors = trustsAuthors;
    this.#roots = roots;
    const template = readScreenFile(roots, templateFile, LIMITS.sourceFileBytes);
    this.#isPublicOnly =
      isAuthored(roots, scriptFile, script.fingerprint) ||
      (template.ok && isAuthored(roots, templateFile, template.value.fingerprint));
  }

  /** True once a file of an author was loaded that is not trusted. */
  get isPublicOnly(): boolean {
    return this.#isPublicOnly && !this.#trustsAuthors;
  }

  /** Note a module or an asset that the script gets. */
  noted(found: Result<OwnFile>): Result<OwnFile> {
    if (found.ok && isAuthored(this.#roots, found.value.name, found.value.file.fingerprint)) {
      this.#isPublicOnly = true;
    }
    return found;
  }
}
