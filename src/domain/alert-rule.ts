/** Rules of alerts: what somebody wants to be told of, and where. */
import type { Selector } from './selector.ts';

/** What a rule can look for. */
export const ALERT_KINDS = ['late', 'battery', 'failing', 'repo_offline', 'weak_wifi'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

interface RuleHead {
  readonly name: string;
  /** Null for all devices. */
  readonly match: Selector | null;
  /** Names of webhooks. */
  readonly to: readonly string[];
}

/** A device has not called for so many refreshes, and for so long. */
export interface LateRule extends RuleHead {
  readonly when: 'late';
  readonly refreshes: number;
  readonly atLeastMs: number;
}

/** A battery has less than so many per cent, or will be empty within so many days. At least one is asked. */
export interface BatteryAlertRule extends RuleHead {
  readonly when: 'battery';
  readonly below: number | null;
  readonly daysLeft: number | null;
}

/** A screen has failed on a device for so long. */
export interface FailingRule extends RuleHead {
  readonly when: 'failing';
  readonly forMs: number;
}

/** A screen repo cannot be fetched, or its commit is held back, for so long. */
export interface RepoOfflineRule extends RuleHead {
  readonly when: 'repo_offline';
  readonly forMs: number;
}

/** The median signal of a device within this time is weaker than so many dBm. */
export interface WeakWifiRule extends RuleHead {
  readonly when: 'weak_wifi';
  readonly below: number;
  readonly forMs: number;
}

export type AlertRule = LateRule | BatteryAlertRule | FailingRule | RepoOfflineRule | WeakWifiRule;

/** Where calls go. All else of it is secret and lives apart. */
export interface Webhook {
  readonly name: string;
  /** Scheme, host and port. */
  readonly origin: string;
  readonly isSigned: boolean;
}

/** What a webhook is called with. An address often has a key in its path. */
export interface WebhookAccess {
  readonly url: string;
  readonly secret: string | null;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** The `alerts` section of a config. */
export interface AlertSettings {
  /** By name, in the order of the file. */
  readonly webhooks: ReadonlyMap<string, Webhook>;
  readonly rules: readonly AlertRule[];
  /** Changes are gathered so long. */
  readonly digestMs: number;
  /** What lasts is told again after this time; 0 for never. */
  readonly repeatMs: number;
}

/** Headers of a call that belong to the connection, or to what every call says. */
const RESERVED_HEADERS = new Set([
  ...['connection', 'content-length', 'content-type', 'expect', 'host', 'keep-alive', 'te', 'trailer'],
  ...['http2-settings', 'proxy-connection', 'transfer-encoding', 'upgrade'],
]);

/** True for a header that a webhook may add to its calls. */
export function isWebhookHeader(name: string): boolean {
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/.test(name)) return false;
  const lower = name.toLowerCase();
  return !RESERVED_HEADERS.has(lower) && !lower.startsWith('x-stipple-');
}
