/** All that can be simulated. */
import { CLIENT_PROFILES } from './client-profiles.ts';
import { FIRMWARE_PROFILES } from './firmware-profiles.ts';
import type { Profile } from './profile.ts';

export const PROFILES: readonly Profile[] = [...FIRMWARE_PROFILES, ...CLIENT_PROFILES];

/** A profile by its id; the first one where there is none. */
export function findProfile(id: string): Profile {
  const found = PROFILES.find((profile) => profile.id === id) ?? PROFILES[0];
  if (found === undefined) throw new Error('there is no profile');
  return found;
}
