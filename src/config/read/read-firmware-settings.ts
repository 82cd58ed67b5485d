/** Reads what firmware is told with each picture, by its panel or its entry. */

import { type FirmwareSettings, TOUCHBAR_MODES } from '../../domain/panel.ts';
import { PANEL_LIMITS } from '../../domain/panel-limits.ts';
import { defined } from '../../platform/base/plain.ts';
import type { MapReader } from '../../platform/yaml/map-reader.ts';

export function readFirmwareSettings<Key extends string>(
  reader: MapReader<Key | 'touchbar_mode' | 'image_url_timeout'>,
): FirmwareSettings {
  return defined({
    touchbarMode: reader.choice('touchbar_mode', TOUCHBAR_MODES),
    imageUrlTimeoutSeconds: reader.integer('image_url_timeout', 1, PANEL_LIMITS.imageUrlTimeoutSeconds),
  });
}
