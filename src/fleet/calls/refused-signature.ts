/** Notes signed calls that are refused with their device, such as those of one whose clock is wrong. */

import type { DeviceId } from '../../domain/device-id.ts';
import type { EventKind } from '../../domain/event-kinds.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { DeviceRecord } from '../register/device-record.ts';
import { TRAIL_LIMITS } from '../register/trail-limits.ts';
import type { SignatureCredential } from './credential.ts';
import { type EventCaller, note } from './note-event.ts';
import { isSignedCall, SignatureRefusal } from './signed-time.ts';

/**
 * Note that a signed call was refused, if it names the key of the device: others may send anything. The key is no secret,
 * so it counts whether the call is signed by it, and could not have been recorded earlier.
 */
export function noteRefusedSignature(
  gate: Parameters<typeof note>[0],
  caller: EventCaller,
  id: DeviceId,
  credential: SignatureCredential,
  error: unknown,
): void {
  const record = gate.registry.get(id);
  if (!(error instanceof SignatureRefusal) || record?.publicKey !== credential.publicKey) return;
  const detail = error.message.slice(0, TRAIL_LIMITS.textCharacters);
  note(gate, caller, id, kindOf(record, id, credential, error), detail);
}

function kindOf(
  record: Pick<DeviceRecord, 'firstSeenMs' | 'lastSeenMs'>,
  id: DeviceId,
  credential: SignatureCredential,
  { reason }: SignatureRefusal,
): EventKind {
  if (reason === 'repeated') return 'call_repeated';
  if (reason === 'signature' || !isSignedCall(id, credential)) return 'signature_refused';
  return mayBeCopy(record, credential) ? 'call_repeated' : 'signed_call_refused';
}

/** Whether a call may be a copy of one that was taken: its time is one at which the device has called. */
function mayBeCopy(
  { firstSeenMs, lastSeenMs }: Pick<DeviceRecord, 'firstSeenMs' | 'lastSeenMs'>,
  { timestampMs }: SignatureCredential,
): boolean {
  const windowMs = LIMITS.signedTimeWindowMs;
  return timestampMs >= firstSeenMs - windowMs && timestampMs <= lastSeenMs + windowMs;
}
