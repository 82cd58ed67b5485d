/** Says in the log, once for each kind, which devices have no panel, and what to add to the config. */

import type { DeviceDisplay } from '../../domain/device-display.ts';
import type { Mapping } from '../../domain/mapping.ts';
import type { DeviceReport } from '../../domain/report.ts';
import type { Logger } from '../../platform/base/logger.ts';

/** Kinds that are told apart: strangers may send any header, and each kind is one line. */
const MAX_KINDS = 64;

export class UnknownPanels {
  readonly #told = new Set<string>();

  /** Note the display of a device that calls. */
  note(
    { panel, widthPx, heightPx }: Pick<DeviceDisplay, 'panel' | 'widthPx' | 'heightPx'>,
    mapping: Pick<Mapping, 'panel'>,
    { board, model, userAgent, size }: Pick<DeviceReport, 'board' | 'model' | 'userAgent' | 'size'>,
    log: Logger,
  ): void {
    if (panel !== null || mapping.panel !== undefined) return;
    const kind = JSON.stringify([board, model]);
    if (this.#told.has(kind) || this.#told.size >= MAX_KINDS) return;
    this.#told.add(kind);
    const shown = `it gets ${widthPx} x ${heightPx} in four greys, unless it says its colours`;
    log.info(
      { board, model, userAgent, size },
      `no panel fits what this device says: ${shown}. ${adviceFor(board, model)}`,
    );
  }
}

function adviceFor(board: string | null, model: string | null): string {
  const name = '`panel:` in its entry of the config names one of `stipple panels`';
  const value = board ?? model;
  if (value === null) return `It says neither Board nor Model: ${name}.`;
  const match = JSON.stringify(value);
  return `To add it to the config: panels: { my_panel: { match: ${match}, width: …, height: …, colors: … } }; or ${name}.`;
}
