/** Asks the state store which device has a registration code. */
import { type DeviceId, parseDeviceId } from '../../domain/device-id.ts';
import type { DeviceState } from '../../state/state.ts';
import { requireStateError } from '../../state/state-error.ts';

/** The device that used a code last, as far as the store knows. Never rejects: null too where it cannot be asked. */
export async function findByCode(
  devices: Pick<DeviceState, 'byCode'>,
  code: string,
): Promise<DeviceId | null> {
  try {
    const stored = await devices.byCode(code);
    return stored === null ? null : parseDeviceId(stored.id);
  } catch (error) {
    requireStateError(error);
    return null;
  }
}
