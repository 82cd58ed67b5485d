/**
 * Finds the device of a call that names none: KOReader sends no `ID` where it finds no MAC address, and Homeplate none with
 * its logs. Only the token of exactly one known device does: nothing is adopted here.
 */

import { type DeviceId, parseDeviceId } from '../../domain/device-id.ts';
import { tooManyAttempts } from '../../platform/base/errors.ts';
import type { DeviceRecord } from '../register/device-record.ts';
import type { DeviceCall, Gatekeeper } from './authentication.ts';
import { holdsProof } from './claim.ts';
import { type Proof, proofOf, type TokenCredential } from './credential.ts';

/** What KOReader sends where it finds no address, and what is read of a chip that has none; IEEE 802 gives neither away. */
const NO_ADDRESSES = new Set(['00:00:00:00:00:00', 'FF:FF:FF:FF:FF:FF'].map(parseDeviceId));

/** True for an address that no device has. */
export function isNoAddress(id: DeviceId): boolean {
  return NO_ADDRESSES.has(id);
}

/**
 * The known device with a token; null when there is none, or more than one. A guess tries the tokens of all devices at once,
 * so a call beyond the limit on wrong tokens is not examined, even if its token is right. One that finds its device is not
 * counted.
 * @throws {AppError} too_many_attempts
 */
export async function findByToken(
  gate: Gatekeeper,
  { address }: Pick<DeviceCall, 'address'>,
  credential: TokenCredential,
): Promise<DeviceId | null> {
  const proof = proofOf(credential);
  if (proof.code === null) return null;
  const attempts = gate.throttle.wrongTokens;
  if (!attempts.take(address, gate.nowMs())) throw tooManyAttempts();
  const record = await holderOf(gate, proof.code, proof);
  if (record === null) return null;
  attempts.giveBack(address);
  return record.id;
}

async function holderOf(gate: Gatekeeper, code: string, proof: Proof): Promise<DeviceRecord | null> {
  // One that has the same code may not be loaded yet.
  await gate.keeper.whole();
  const [known, other] = gate.registry.withCode(code);
  if (other !== undefined) return null;
  const id = known ?? (await gate.keeper.findByCode(code));
  if (id === null) return null;
  // What another server knows of it is learnt here.
  await gate.keeper.refresh(id);
  const record = gate.registry.get(id);
  // Codes have 68 bits of the digest: the rest must be equal, too.
  return record !== null && holdsProof(record, proof) ? record : null;
}
