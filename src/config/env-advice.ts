/** Settings of the environment that are probably not meant: without effect, or at odds with each other. */
import { processZoneProblem } from '../time/zone-names.ts';
import { type Environment, type EnvSettings, isSet, timeZoneVariable } from './env.ts';

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
