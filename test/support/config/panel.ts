/** Panels of which a test says only what matters to it. */
import { NO_INSETS, type Panel } from '../../../src/domain/panel.ts';

/** A panel with these fields, and else as one whose entry in the config is empty. */
export function panelWith(fields: Partial<Panel>): Panel {
  return {
    name: 'wall',
    source: 'config',
    match: [],
    size: null,
    palette: null,
    measured: null,
    ditherMeasured: false,
    dither: { tuning: {}, perAlgorithm: {} },
    minPngBytes: null,
    maxPngBytes: null,
    rotate: 0,
    offset: NO_INSETS,
    png: null,
    history: false,
    ...fields,
  };
}
