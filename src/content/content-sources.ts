/** What a content is made from, in one word. */
import { sha256Hex } from '../base/hash.ts';
import { choosePanel } from '../domain/panel.ts';
import type { ContentRequest } from './content-maker.ts';

/** A digest of all that a content is made from, but for the time, the telemetry and the screen's files. */
export function contentSources(request: Omit<ContentRequest, 'deadline' | 'log'>): string {
  const { config, mapping, mapped, device, reportedSize, headerColors } = request;
  const { batteryVoltage: _, percentCharged: __, rssi: ___, ...identity } = device;
  const panel = choosePanel(config.panels, {
    panel: mapping.panel,
    board: device.board,
    model: device.model,
  });
  const definition = config.screens.get(mapping.screen) ?? null;
  return sha256Hex(
    JSON.stringify([mapping, mapped, identity, reportedSize, headerColors, panel, definition]),
  );
}
