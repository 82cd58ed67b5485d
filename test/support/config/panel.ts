/** Panels of which a test says only what matters to it. */
import { NO_INSETS, PANEL_FALLBACKS, type Panel } from '../../../src/domain/panel.ts';

/** A panel with these fields, and else as one whose entry in the config is empty. */
export function panelWith(fields: Partial<Panel>): Panel {
  return {
    ...PANEL_FALLBACKS,
    name: 'wall',
    source: 'config',
    match: [],
    size: null,
    palette: null,
    measured: null,
    dither: { tuning: {}, perAlgorithm: {} },
    offset: NO_INSETS,
    png: null,
    ...fields,
  };
}
