/** The `alerts` section of a config: what somebody wants to be told of, and where. */
import type { AlertRule } from './alert-kinds/kinds.ts';

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
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** True for a header that a webhook may add to its calls. */
export function isWebhookHeader(name: string): boolean {
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/.test(name)) return false;
  const lower = name.toLowerCase();
  return !RESERVED_HEADERS.has(lower) && !lower.startsWith('x-stipple-');
}
