/** Says in the log which kinds of clients setup refuses for headers that they lack, each kind once. */

import type { DeviceReport } from '../../domain/report.ts';
import type { Logger } from '../../platform/base/logger.ts';

/** Kinds that are told apart: strangers may send any header, and each kind is one line. */
const MAX_KINDS = 64;

type Said = Pick<DeviceReport, 'model' | 'firmwareVersion' | 'userAgent'>;

/** Says in the log which kinds of clients are refused, each once. */
export class IncompleteSetups {
  readonly #told = new Set<string>();

  /** Note a client that is refused for the headers that it lacks. */
  note(lacks: readonly string[], { model, firmwareVersion, userAgent }: Said, log: Logger): void {
    const kind = JSON.stringify([lacks, model, firmwareVersion, userAgent]);
    if (this.#told.has(kind) || this.#told.size >= MAX_KINDS) return;
    this.#told.add(kind);
    log.warn(
      { lacks, model, firmware: firmwareVersion, userAgent },
      `setup refused: this client does not say ${lacks.join(' and ')}. To let such clients register, put \`setup_headers: lenient\` into the config`,
    );
  }
}
