/** What a content is made from, as one digest. */

import { settleDisplay } from '../../domain/device-display.ts';
import { lastingFacts } from '../../domain/device-facts.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import type { ContentRequest } from './content-maker.ts';

/** A digest of everything that a content is made from, except the time, the telemetry and the screen's files. */
export function contentSources({
  config,
  mapping,
  mapped,
  party,
  device,
}: Omit<ContentRequest, 'deadline' | 'log'>): string {
  const { panel } = settleDisplay(config, mapping, device);
  const definition = config.screens.get(mapping.screen) ?? null;
  const open = party === 'stranger' ? [party] : [];
  return sha256Hex(JSON.stringify([mapping, mapped, lastingFacts(device), panel, definition, ...open]));
}
