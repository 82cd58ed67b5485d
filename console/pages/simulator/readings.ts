/** What a device makes of the answers that it gets: pure rules, with sentences for people. */
import type { Manners } from './profile.ts';

/** An answer as a device has it: 0 where the server was not reached. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface SetupReading {
  readonly token: string | null;
  readonly friendlyId: string | null;
  readonly imageUrl: string | null;
  /** Whether the wake goes on to display. */
  readonly goesOn: boolean;
  readonly says: readonly string[];
  readonly sleepSeconds: number | null;
}

export interface DisplayReading {
  /** Null where no picture is fetched. */
  readonly imageUrl: string | null;
  readonly filename: string;
  /** The refresh that is stored; null where the one before stays. */
  readonly refresh: number | null;
  readonly sleepSeconds: number;
  /** Failed wakes in a row, after this one. */
  readonly failures: number;
  /** Whether the device erases what it knows. */
  readonly isReset: boolean;
  readonly says: readonly string[];
}

const NOT_REGISTERED_SECONDS = 900;
/** Wakes after failures: three short ones leave the panel as it is, then an error screen (ri.cpp). */
const LADDER_SECONDS = [15, 30, 60] as const;
const LADDER_END_SECONDS = 900;
const MAX_URL = 1_023;
const MAX_NAME = 31;

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Numbers come as texts, too. */
function numberOf(value: unknown): number {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : 0;
  return Number.isFinite(number) ? number : 0;
}

/** Read an answer of setup. @param byHand as a person does who types the key into a client */
export function readSetup({ status, text }: Answer, byHand: boolean): SetupReading {
  const fields = status === 200 ? fieldsOf(text) : null;
  const nothing = { token: null, friendlyId: null, imageUrl: null, sleepSeconds: null };
  if (fields !== null && numberOf(fields['status']) === 200) return registered(fields);
  if (byHand) return { ...nothing, goesOn: false, says: ['There is no key to type into the client.'] };
  if (status === 404 || (fields !== null && numberOf(fields['status']) === 404)) {
    const message = fields === null ? '' : textOf(fields['message']);
    const says = [`The panel says that the device is not registered${message === '' ? '.' : `: ${message}`}`];
    return { ...nothing, goesOn: false, says, sleepSeconds: NOT_REGISTERED_SECONDS };
  }
  const says = [
    'The answer is ignored: the device goes on to display in the same wake, with an empty token.',
  ];
  return { ...nothing, goesOn: true, says };
}

function registered(fields: Fields): SetupReading {
  const token = textOf(fields['api_key']);
  const imageUrl = textOf(fields['image_url']);
  const says = [
    token === '' ? 'There is no api_key: an empty one is stored, and setup is never called again.' : '',
    imageUrl === '' ? 'There is no image_url: an error screen flashes, and the device goes on.' : '',
  ].filter((one) => one !== '');
  const friendlyId = textOf(fields['friendly_id']);
  return { token, friendlyId, imageUrl: imageUrl || null, goesOn: true, says, sleepSeconds: null };
}

/** Read an answer of display. @param failures failed wakes in a row, before this one */
export function readDisplay(
  answer: Answer,
  manners: Manners,
  known: { readonly refresh: number; readonly failures: number },
): DisplayReading {
  return manners.kind === 'firmware'
    ? readAsFirmware(answer, manners.isLadderByEmptyUrl, known)
    : readAsClient(answer, manners);
}

function readAsFirmware(
  { status, text }: Answer,
  isLadderByEmptyUrl: boolean,
  known: { readonly refresh: number; readonly failures: number },
): DisplayReading {
  if (![200, 301, 429].includes(status)) {
    const why = status === 0 ? 'The server is not reached' : `The body of a ${status} is not read`;
    return ladder(known.failures, `${why}; the device asks up to five times in this wake, every 2 s.`);
  }
  const fields = fieldsOf(text);
  if (fields === null) return ladder(known.failures, 'The body is no JSON map.');
  const jsonStatus = numberOf(fields['status']);
  if (jsonStatus !== 0) return readOtherStatus(jsonStatus, known.refresh);
  const imageUrl = textOf(fields['image_url']);
  const refresh = numberOf(fields['refresh_rate']);
  if (imageUrl === '' && isLadderByEmptyUrl) {
    return ladder(known.failures, 'There is no image_url, which this firmware takes for a failed call.');
  }
  const filename = textOf(fields['filename']);
  const says = [...complaints(imageUrl, filename, refresh), ...orders(fields)];
  const isReset = fields['reset_firmware'] === true;
  return {
    imageUrl: imageUrl === '' || isReset ? null : imageUrl,
    filename,
    refresh,
    sleepSeconds: refresh,
    failures: 0,
    isReset,
    says,
  };
}

function readOtherStatus(jsonStatus: number, refresh: number): DisplayReading {
  const kept = { imageUrl: null, filename: '', refresh: null, failures: 0, isReset: false };
  if (jsonStatus === 500) {
    const says = ['Status 500 erases everything that the device knows, Wi-Fi included, and restarts it.'];
    return { ...kept, sleepSeconds: 0, isReset: true, says };
  }
  if (jsonStatus === 202) {
    return {
      ...kept,
      sleepSeconds: 5,
      says: ['Status 202: not registered yet. It asks again every 5 s, then less.'],
    };
  }
  const says = [`Status ${jsonStatus} is not 0: nothing is shown, and the refresh stays.`];
  return { ...kept, sleepSeconds: refresh, says };
}

function complaints(imageUrl: string, filename: string, refresh: number): readonly string[] {
  return [
    imageUrl.length > MAX_URL ? `image_url is longer than ${MAX_URL} bytes: it overruns a buffer.` : '',
    filename === '' ? 'An empty filename leads to the screen for a wrong size.' : '',
    filename.length >= MAX_NAME
      ? `filename has ${filename.length} characters: names of more than 30 are cut.`
      : '',
    refresh <= 0 ? 'A refresh of 0 lets the device wake at once, for ever.' : '',
  ].filter((one) => one !== '');
}

function orders(fields: Fields): readonly string[] {
  return [
    fields['update_firmware'] === true ? 'It would load new firmware.' : '',
    fields['reset_firmware'] === true ? 'It is reset to its factory settings.' : '',
  ].filter((one) => one !== '');
}

/** A wake that failed: the panel stays at first, and the refresh that is stored stays, too. */
export function ladder(failures: number, why: string): DisplayReading {
  const sleepSeconds = LADDER_SECONDS[failures] ?? LADDER_END_SECONDS;
  const panel =
    failures < LADDER_SECONDS.length ? 'The panel stays as it is' : 'The panel shows an error screen';
  return {
    imageUrl: null,
    filename: '',
    refresh: null,
    sleepSeconds,
    failures: failures + 1,
    isReset: false,
    says: [why, `${panel}; the next wake is in ${sleepSeconds} s.`],
  };
}

function readAsClient(
  { status, text }: Answer,
  { leastSeconds, ownSeconds, followsRefresh, retrySeconds }: Extract<Manners, { kind: 'client' }>,
): DisplayReading {
  const fields = status === 200 ? fieldsOf(text) : null;
  const imageUrl = fields === null ? '' : textOf(fields['image_url']);
  if (fields === null || imageUrl === '') {
    const why = status === 0 ? 'The server is not reached' : 'There is nothing in the answer to fetch';
    return {
      imageUrl: null,
      filename: '',
      refresh: null,
      failures: 0,
      isReset: false,
      sleepSeconds: retrySeconds,
      says: [`${why}: it asks again in ${retrySeconds} s.`],
    };
  }
  const announced = numberOf(fields['refresh_rate']);
  const wanted = announced <= 0 || !followsRefresh ? ownSeconds : announced;
  const sleepSeconds = Math.max(wanted, leastSeconds);
  const says =
    sleepSeconds === announced ? [] : [`It was told ${announced} s, and sleeps ${sleepSeconds} s.`];
  const filename = textOf(fields['filename']);
  return { imageUrl, filename, refresh: sleepSeconds, sleepSeconds, failures: 0, isReset: false, says };
}

/** What became of a log. */
export function readLog(status: number): readonly string[] {
  if ([200, 204, 301].includes(status)) return [];
  return ['The entry stays in the device and is sent again at every wake.'];
}
