/** The limits of alerts, each with its reason. */

const KIB = 1024;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const ALERT_LIMITS = {
  /** Rules and webhooks of a config, and headers of a webhook: a person has written them. */
  rules: 50,
  webhooks: 16,
  headers: 16,
  urlCharacters: 2_048,
  /** A secret, or the value of a header: a long token. */
  secretCharacters: 1_024,
  /** How often all devices are looked at: nobody is told within less than a minute. */
  everyMs: MINUTE_MS,
  /** How long a look holds the main thread at a time: devices are served between. */
  sliceMs: 2,
  /** Alerts that are known one by one, of one rule and of all: more are counted. Each takes some 400 bytes of the store. */
  keptOfRule: 2_000,
  kept: 6_000,
  /** Alerts in one call, and the bytes of its body: with what is known of the call it fits a record of the store. */
  listed: 100,
  bodyBytes: 40 * KIB,
  /** Bytes of alerts in one record of the store, which takes 64 KiB. */
  chunkBytes: 48 * KIB,
  chunks: 128,
  /** Alerts in an answer of the admin API. */
  shown: 1_000,
  nameCharacters: 80,
  reasonCharacters: 160,
  textCharacters: 400,
  /** The text for people in a call: what a chat takes in one message. */
  messageCharacters: 2_000,
  /** One call, from the look-up of the name to the status. */
  callMs: 10_000,
  /** Tries of a call, the wait after the first, and the longest: two and a half hours in all. */
  tries: 8,
  retryMinMs: 5_000,
  retryMaxMs: HOUR_MS,
  /** How long others wait for a server that has died while it looked after the alerts, and how often they ask. */
  leaseMs: MINUTE_MS,
  askMs: 15_000,
  /** A time without a look that is longer was an outage: devices are not late for it. The last ones are known. */
  outageMs: 5 * MINUTE_MS,
  outages: 20,
  /** Histories that are read after one look, and how old the last may be; devices in doubt are read more often. */
  historiesPerLook: 120,
  historyAgeMs: DAY_MS,
  doubtfulAgeMs: 6 * HOUR_MS,
  /** The longest times in rules: history is read no further back for the signal. */
  longestMs: 365 * DAY_MS,
  signalMs: 7 * DAY_MS,
} as const;
