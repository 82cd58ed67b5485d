/** What is wrong with the name of a time zone. */
import { type Comparisons, nearest } from '../base/nearest.ts';
import { isZone, zoneOf } from './zone.ts';

/** Zones have other offsets in summer and winter, somewhere on earth at any time of the year. */
const SEASONS = [Date.UTC(2026, 0, 1) / 1000, Date.UTC(2026, 6, 1) / 1000] as const;
/** A name that is shown in a message. */
const MAX_SHOWN = 64;

/** `unknown time zone "Europe/Berln"; did you mean Europe/Berlin?`; null for the name of a zone. */
export function unknownZone(name: string, comparisons?: Comparisons): string | null {
  return isZone(name) ? null : sentence(name, comparisons);
}

/**
 * What is wrong with `TZ`; null when the times of the process are those of the zone that it names.
 * @param variable its value, not empty
 */
export function processZoneProblem(variable: string): string | null {
  // The C library allows a colon in front, and has the zones in two folders more.
  const name = variable.replace(/^:?(?:posix\/|right\/)?/, '');
  if (
    isZone(name) &&
    SEASONS.every((at) => zoneOf(name).offsetSeconds(at) === zoneOf(undefined).offsetSeconds(at))
  ) {
    return null;
  }
  return `TZ: ${sentence(name)} Times are in ${zoneOf(undefined).abbreviation(SEASONS[0])}.`;
}

function sentence(name: string, comparisons?: Comparisons): string {
  const meant = suggestedZone(name, comparisons);
  const hint = meant === null ? ', expected a name such as Europe/Berlin.' : `; did you mean ${meant}?`;
  return `unknown time zone ${JSON.stringify(name.slice(0, MAX_SHOWN))}${hint}`;
}

/** The zone that was probably meant: `Berlin` is Europe/Berlin, `Europe/Berln` too. */
function suggestedZone(name: string, comparisons?: Comparisons): string | null {
  const zones = Intl.supportedValuesOf('timeZone');
  const place = `/${name.replaceAll(' ', '_').toLowerCase()}`;
  return zones.find((zone) => zone.toLowerCase().endsWith(place)) ?? nearest(name, zones, comparisons);
}
