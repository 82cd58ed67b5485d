/**
 * A record as one text of some 400 bytes, a quarter of what it takes as an object: for devices that do not call. Only
 * this process reads it, so its form may change with every version.
 */
import type { DeviceId } from '../../domain/device-id.ts';
import { type DeviceReport, NO_REPORT } from '../../domain/report.ts';
import type { DeviceRecord } from './device-record.ts';

/** What seldom is there; in the place of the text, 0. */
type Told = Pick<DeviceRecord, 'toldNames' | 'failing' | 'lastFailure'>;

/** The values in this order, as their names would take more room than they do. */
type Packed = readonly [
  revision: number | null,
  apiKey: string | null,
  tokenDigests: readonly string[],
  publicKey: string | null,
  friendlyId: string,
  registrationCode: string | null,
  isReset: 0 | 1,
  wasNamed: 0 | 1,
  firstUsedMs: number | null,
  lastUsedMs: number | null,
  lastOwnUseMs: number | null,
  firstSeenMs: number,
  lastSeenMs: number,
  address: string | null,
  toldRefreshSeconds: number | null,
  lastContent: DeviceRecord['lastContent'],
  /** 1 for the same. */
  lastGood: DeviceRecord['lastGood'] | 1,
  hour: readonly [hourMs: number, polls: number, missed: number] | 0,
  told: Told | 0,
  model: string | null,
  board: string | null,
  firmwareVersion: string | null,
  batteryVoltage: number | null,
  percentCharged: number | null,
  rssi: number | null,
  widthPx: number,
  heightPx: number,
  colors: string | null,
  userAgent: string | null,
  more: Partial<DeviceReport> | 0,
];

/** Fields of a report that have a place of their own. */
const PLACED: ReadonlySet<string> = new Set<keyof DeviceReport>([
  'model',
  'board',
  'firmwareVersion',
  'batteryVoltage',
  'percentCharged',
  'rssi',
  'size',
  'colors',
  'userAgent',
]);

export interface UnpackedRecord {
  readonly record: DeviceRecord;
  /** Revision of the identity in the store; null where it is in none. */
  readonly revision: number | null;
}

export function packRecord(record: DeviceRecord, revision: number | null): string {
  const { hour, lastContent, lastGood, report, toldNames, failing, lastFailure } = record;
  const isPlain = toldNames.length === 0 && failing === null && lastFailure === null;
  const packed: Packed = [
    revision,
    record.apiKey,
    record.tokenDigests,
    record.publicKey,
    record.friendlyId,
    record.registrationCode,
    record.isReset ? 1 : 0,
    record.wasNamed ? 1 : 0,
    record.firstUsedMs,
    record.lastUsedMs,
    record.lastOwnUseMs,
    record.firstSeenMs,
    record.lastSeenMs,
    record.address,
    record.toldRefreshSeconds,
    lastContent,
    lastGood === lastContent ? 1 : lastGood,
    hour === null ? 0 : [hour.hourMs, hour.polls, hour.missed],
    isPlain ? 0 : { toldNames, failing, lastFailure },
    report.model,
    report.board,
    report.firmwareVersion,
    report.batteryVoltage,
    report.percentCharged,
    report.rssi,
    report.size?.widthPx ?? 0,
    report.size?.heightPx ?? 0,
    report.colors,
    report.userAgent,
    moreOf(report),
  ];
  return JSON.stringify(packed);
}

export function unpackRecord(id: DeviceId, text: string): UnpackedRecord {
  const packed = JSON.parse(text) as Packed;
  const [revision, apiKey, tokenDigests, publicKey, friendlyId, registrationCode, isReset, wasNamed] = packed;
  const hour = packed[17];
  const told = packed[18];
  const record: DeviceRecord = {
    id,
    apiKey,
    tokenDigests,
    publicKey,
    friendlyId,
    registrationCode,
    isReset: isReset === 1,
    firstUsedMs: packed[8],
    wasNamed: wasNamed === 1,
    lastUsedMs: packed[9],
    lastOwnUseMs: packed[10],
    address: packed[13],
    toldRefreshSeconds: packed[14],
    report: unpackReport(packed),
    firstSeenMs: packed[11],
    lastSeenMs: packed[12],
    lastContent: packed[15],
    lastGood: packed[16] === 1 ? packed[15] : packed[16],
    toldNames: told === 0 ? [] : told.toldNames,
    failing: told === 0 ? null : told.failing,
    lastFailure: told === 0 ? null : told.lastFailure,
    hour: hour === 0 ? null : { hourMs: hour[0], polls: hour[1], missed: hour[2] },
  };
  return { record, revision };
}

/** What few devices say, and only if they do; 0 for nothing. */
function moreOf(report: DeviceReport): Packed[29] {
  const more = Object.entries(report).filter(([name, value]) => value !== null && !PLACED.has(name));
  return more.length === 0 ? 0 : Object.fromEntries(more);
}

function unpackReport(packed: Packed): DeviceReport {
  const [widthPx, heightPx] = [packed[25], packed[26]];
  return {
    // First, so that the fields keep their order.
    ...NO_REPORT,
    size: widthPx === 0 ? null : { widthPx, heightPx },
    colors: packed[27],
    userAgent: packed[28],
    model: packed[19],
    board: packed[20],
    firmwareVersion: packed[21],
    batteryVoltage: packed[22],
    percentCharged: packed[23],
    rssi: packed[24],
    ...(packed[29] === 0 ? {} : packed[29]),
  };
}
