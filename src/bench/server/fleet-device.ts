/** A device that the bench plays: its identity, and what it says of itself. */

import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import { MODEL_SIZES, settleDisplay } from '../../domain/device-display.ts';
import type { Mapping } from '../../domain/mapping.ts';
import { nativeSize } from '../../domain/mount.ts';
import type { Panel, Size } from '../../domain/panel.ts';
import { NO_REPORT } from '../../domain/report.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import { COMMON_MODEL, type VirtualDevice } from '../virtual-device.ts';

export interface KeyedDevice extends VirtualDevice {
  readonly token: string;
  /** The screen that it shows, as its entry in the config names it. */
  readonly screen: string;
}

const TOKEN_CHARACTERS = 32;

/** The model of large panels. */
const LARGE_MODEL = 'x';

/** Make the device with an address. What it says of itself leads the server to the panel that the mapping names. */
export function fleetDevice(
  mac: string,
  mapping: Mapping,
  config: Pick<ConfigSnapshot, 'panels'>,
  seed: number,
): KeyedDevice {
  const named = mapping.panel === undefined ? undefined : config.panels.get(mapping.panel);
  const { model, board } = named === undefined ? { model: COMMON_MODEL, board: null } : traitsOf(named);
  const { widthPx, heightPx } = nativeSize(settleDisplay(config, mapping, { ...NO_REPORT, model, board }));
  const token = sha256Hex(`${seed} ${mac}`).slice(0, TOKEN_CHARACTERS);
  return { mac, token, screen: mapping.screen, widthPx, heightPx, model, board };
}

/** What a device with a panel says: a model that the panel matches, else a board. */
function traitsOf({ match, size }: Panel): Pick<KeyedDevice, 'model' | 'board'> {
  const values = match.filter((value) => typeof value === 'string');
  const model = values.find((value) => MODEL_SIZES.has(value.toLowerCase()));
  if (model !== undefined) return { model, board: null };
  return { model: isLarge(size) ? LARGE_MODEL : COMMON_MODEL, board: values[0] ?? null };
}

function isLarge(size: Size | null): boolean {
  return size !== null && size.widthPx === MODEL_SIZES.get(LARGE_MODEL)?.widthPx;
}
