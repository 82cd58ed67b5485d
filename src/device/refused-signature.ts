/** Puts signed calls that are refused into the trail of their device, such as those of one whose clock is wrong. */
import { AppError } from '../base/errors.ts';
import { TRAIL_LIMITS } from '../base/trail-limits.ts';
import type { DeviceId } from '../domain/device-id.ts';
import type { Registry } from '../store/registry.ts';
import type { Trail } from '../store/trail.ts';

interface Noting {
  readonly registry: Registry;
  readonly trail: Pick<Trail, 'note'>;
  nowMs(): number;
}

/** A signed call, as far as it was read. */
interface SignedCall {
  readonly id: DeviceId;
  readonly address: string;
  readonly publicKey: string;
}

/** Note that a signed call was refused, if it names the key of the device: others may send anything. */
export function noteRefusedSignature(
  gate: Noting,
  { id, address, publicKey }: SignedCall,
  error: unknown,
): void {
  if (!(error instanceof AppError) || gate.registry.get(id)?.publicKey !== publicKey) return;
  const detail = error.message.slice(0, TRAIL_LIMITS.textCharacters);
  gate.trail.note(id, { kind: 'refused', atMs: gate.nowMs(), address, code: error.code, detail });
}
