/** Readings of sensors that a device has, as it writes them into the header `SENSORS`. */

/** One reading. What the device does not say is absent. */
export type SensorReading = {
  readonly make?: string;
  readonly model?: string;
  /** `temperature`, `humidity`, `carbon_dioxide`, … */
  readonly kind: string;
  readonly value: number;
  readonly unit?: string;
  /** In seconds since 1970. */
  readonly created_at?: number;
};

/** Firmware has a buffer of 1 KiB for the header; kept for each device. */
const MAX_CHARACTERS = 1_024;
/** Four sensors with as many kinds of readings. */
const MAX_READINGS = 16;
const MAX_TEXT = 64;
/** The year 9999. */
const MAX_SECONDS = 253_402_300_799;

/**
 * Read the header: readings between commas, each of `key=value` between semicolons, with a `kind` and a number as `value`.
 * What has another form is left out, and so is what is too much.
 */
export function parseSensors(header: string): readonly SensorReading[] {
  if (header.length > MAX_CHARACTERS) return [];
  const readings: SensorReading[] = [];
  for (const part of fromUtf8(header).split(',')) {
    const reading = readReading(part);
    if (reading !== null && readings.length < MAX_READINGS) readings.push(reading);
  }
  return readings;
}

function readReading(text: string): SensorReading | null {
  const said = new Map<string, string>();
  for (const pair of text.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0) said.set(pair.slice(0, at).trim().toLowerCase(), pair.slice(at + 1).trim());
  }
  const kind = textOf(said.get('kind'));
  const value = numberOf(said.get('value'));
  if (kind === undefined || value === undefined) return null;
  const [make, model, unit] = ['make', 'model', 'unit'].map((key) => textOf(said.get(key)));
  const createdAt = timeOf(said.get('created_at'));
  return {
    ...(make === undefined ? {} : { make }),
    ...(model === undefined ? {} : { model }),
    kind,
    value,
    ...(unit === undefined ? {} : { unit }),
    ...(createdAt === undefined ? {} : { created_at: createdAt }),
  };
}

/** Without control characters; undefined where nothing is left. */
function textOf(text: string | undefined): string | undefined {
  if (text === undefined || text.length > MAX_TEXT) return undefined;
  const printable = text.replaceAll(/\p{Cc}/gu, '').trim();
  return printable === '' ? undefined : printable;
}

function numberOf(text = ''): number | undefined {
  return /^[+-]?\d{1,12}(?:\.\d{1,12})?$/.test(text) ? Number(text) : undefined;
}

/** Firmware writes seconds since 1970, other clients a time of ISO 8601. Without a clock that is set a device says 0. */
function timeOf(text = ''): number | undefined {
  const isIso = /^\d{4}-\d\d-\d\dT[\d:.]{5,15}(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const seconds = isIso ? Math.round(Date.parse(text) / 1000) : (numberOf(text) ?? 0);
  return Number.isInteger(seconds) && seconds > 0 && seconds <= MAX_SECONDS ? seconds : undefined;
}

/** Node reads headers as Latin-1, and `°C` comes as UTF-8 from some. */
function fromUtf8(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  // What was read again from a store is text already.
  if (bytes.toString('latin1') !== header) return header;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return header;
  }
}
