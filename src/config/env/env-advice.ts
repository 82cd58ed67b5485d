/** Settings of the environment that are probably not meant: without effect, or at odds with each other. */

import { processZoneProblem } from '../../platform/time/zone-names.ts';
import { ACCESS_LIMITS } from './access-limits.ts';
import { type Environment, type EnvSettings, isSet, type Secrets, timeZoneVariable } from './env.ts';
import { trustsStrangers } from './proxy-networks.ts';

/** Settings of the environment that weaken the server, one sentence for each. No values of secrets. */
export function weakSettings(
  { trustProxy }: Pick<EnvSettings, 'trustProxy'>,
  { adminToken }: Pick<Secrets, 'adminToken'>,
): readonly string[] {
  const { adminTokenCharacters: least } = ACCESS_LIMITS;
  const found: string[] = [];
  if (trustsStrangers(trustProxy)) {
    const written = trustProxy === true ? 'true' : trustProxy;
    found.push(
      `TRUST_PROXY is ${written}: every caller may say which address it has, and no limit by address holds; write the address or the network of the proxy instead, such as loopback or 10.0.0.0/8, or the number of proxies`,
    );
  }
  if (adminToken !== null && adminToken.length < least) {
    found.push(
      `SERVICE_ADMIN_TOKEN has fewer than ${least} characters, so that it may be guessed; make one with: openssl rand -base64 32`,
    );
  }
  return found;
}

/** One sentence for each. No values of secrets. */
export function doubtfulSettings(settings: EnvSettings, cores: number, env?: Environment): readonly string[] {
  const { rasterThreads, publicUrl } = settings;
  const zone = timeZoneVariable(env);
  const found: (string | null)[] = [zone === null ? null : processZoneProblem(zone)];
  if (rasterThreads !== null && rasterThreads > cores) {
    found.push(
      `RASTER_THREADS is ${rasterThreads}, but this machine has ${cores} cores for the server: the others only take memory`,
    );
  }
  if (publicUrl?.startsWith('https:') && !isSet('TRUST_PROXY', env)) {
    found.push(
      "TRUST_PROXY is not set, but PUBLIC_URL begins with https, so there is a proxy: all callers seem to have the proxy's address",
    );
  }
  return found.filter((sentence) => sentence !== null);
}
