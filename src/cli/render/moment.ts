/** Reads a time from the command line. */
import { parseTime } from '../../platform/time/strftime.ts';
import { EXIT, ExitError } from '../exit.ts';

const ISO_8601 =
  /^(?<date>\d{4}-\d\d-\d\d)(?:[T ](?<minutes>\d\d:\d\d)(?::(?<seconds>\d\d)(?:\.\d+)?)?(?<zone>Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * Read an ISO 8601 time as milliseconds since the epoch. Without a zone it is in the zone of the process (`TZ`), by the
 * rules of scripts; a date alone means its midnight. Fractions of a second are cut off, because scripts never see them.
 * @throws {ExitError} 64 for another text, or a date that does not exist
 */
export function readMoment(option: string, text: string): number {
  const { date, minutes, seconds, zone } = ISO_8601.exec(text.trim())?.groups ?? {};
  const time = `${minutes ?? '00:00'}:${seconds ?? '00'}`;
  const parsed =
    date === undefined ? null : parseTime(`${date} ${time}`, '%Y-%m-%d %H:%M:%S', zoneOption(zone));
  if (parsed !== null) return parsed * 1000;
  throw new ExitError(
    EXIT.usage,
    `--${option}: expected a moment by ISO 8601 such as 2026-12-24T18:00 or 2026-12-24T18:00:00+01:00, got "${text}"`,
  );
}

/** `+01` means `+01:00`; no zone means that of the process. */
function zoneOption(zone: string | undefined): { zone?: string } {
  if (zone === undefined) return {};
  return { zone: zone.length === 3 ? `${zone}:00` : zone.toUpperCase() };
}
