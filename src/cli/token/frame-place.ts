/** Where in the config the tokens of a frame stand, and what is said there. */

import { FRAMES } from '../../config/read/keys.ts';
import { isFrameName } from '../../config/read/read-frames.ts';
import type { CurrentConfig } from '../../config/source/plan-changes.ts';
import type { ConfigStore } from '../../config/source/store.ts';
import { findFrame } from '../../domain/frame.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import { isPlainObject, type PlainObject } from '../../platform/base/plain.ts';
import { EXIT, ExitError } from '../exit.ts';

export interface FramePlace {
  /** The entry in the config, from the top level down. */
  readonly at: readonly string[];
  /** The key in the address of its picture. */
  readonly addressKey: string;
  /** False for a frame that has yet to be added. */
  readonly exists: boolean;
}

export const TOKENS = 'frame_tokens';

/** The place of a frame; one that does not exist is to be added. @returns null for a name that no frame can have */
export function framePlace({ snapshot }: Pick<ConfigStore, 'snapshot'>, key: string): FramePlace | null {
  const found = findFrame(snapshot, key);
  if (found === null) return isFrameName(key) ? { at: [FRAMES, key], addressKey: key, exists: false } : null;
  const { entry, deviceKey } = found;
  // Some clients take a colon in an address for the beginning of a port.
  return deviceKey === null
    ? { at: [FRAMES, key], addressKey: key, exists: true }
    : { at: ['devices', entry.key], addressKey: deviceKey.replaceAll(':', '-'), exists: true };
}

/** The error for a key without an entry. */
export function noFrame({ snapshot }: Pick<ConfigStore, 'snapshot'>, key: string, hint: string): ExitError {
  const meant = didYouMean(key, [...snapshot.frames.keys(), ...snapshot.devices.keys()]);
  return new ExitError(
    EXIT.failed,
    `--frame: the config has no frame and no device ${JSON.stringify(key)}${meant || hint}`,
  );
}

/** The tokens at a place, as they are written. */
export function tokensAt({ valueAt }: Pick<CurrentConfig, 'valueAt'>, { at }: FramePlace): PlainObject {
  const tokens = valueAt([...at, TOKENS]);
  return isPlainObject(tokens) ? tokens : {};
}
