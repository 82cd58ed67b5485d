/**
 * Reads `alerts.webhooks`: where somebody is told. An address may have a key in its path, so no message shows more of it
 * than its host, and none shows a secret or the value of a header.
 */

import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import { isWebhookHeader, type Webhook, type WebhookAccess } from '../../domain/alert-rule.ts';
import { parseUrl } from '../../platform/base/url.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import { type MapReader, textOfScalar } from '../../platform/yaml/map-reader.ts';
import type { YamlEntry, YamlMap } from '../../platform/yaml/node.ts';
import { readEntries } from './entries.ts';
import { ALERTS, WEBHOOK_KEYS } from './keys.ts';
import { isGroupName } from './read-groups.ts';

/** The webhooks, and separately what is secret of them. */
export interface Webhooks {
  readonly shown: ReadonlyMap<string, Webhook>;
  readonly access: ReadonlyMap<string, WebhookAccess>;
}

type WebhookReader = MapReader<(typeof WEBHOOK_KEYS)[number]>;

const PATH = `${ALERTS}.webhooks`;
const SECTION = {
  path: PATH,
  keys: WEBHOOK_KEYS,
  strictness: 'refuse',
  most: ALERT_LIMITS.webhooks,
  isNamed: (entry: YamlEntry, findings: Findings) => isAlertName(PATH, entry, findings),
} as const;

/** Whether a webhook or a rule can have a name; note that it cannot. */
export function isAlertName(path: string, entry: YamlEntry, findings: Findings): boolean {
  if (isGroupName(entry.key)) return true;
  const at = `${path}.${entry.key.slice(0, 80)}`;
  findings.problem(entry, `${at}: expected a name of letters, digits, \`.\`, \`_\` and \`-\``);
  return false;
}

/** The webhooks by name, in the order of the file. */
export function readWebhooks(section: YamlMap, findings: Findings): Webhooks {
  const shown = new Map<string, Webhook>();
  const access = new Map<string, WebhookAccess>();
  readEntries(section, SECTION, findings, (reader, { key: name }) => {
    const url = readUrl(reader);
    const secret = readSecret(reader);
    const headers = readHeaders(reader);
    if (url === undefined) return;
    access.set(name, { url, secret, headers });
    shown.set(name, { name, origin: new URL(url).origin, isSigned: secret !== null });
  });
  return { shown, access };
}

function readSecret(reader: WebhookReader): string | null {
  const secret = reader.secret('secret') ?? null;
  if (secret !== null && secret.length > ALERT_LIMITS.secretCharacters) {
    const message = `${reader.pathOf('secret')}: expected at most ${ALERT_LIMITS.secretCharacters} characters`;
    reader.findings.problem(reader.positionOf('secret'), message);
  }
  return secret;
}

function readUrl(reader: WebhookReader): string | undefined {
  const text = reader.secret('url');
  const url = text === undefined ? null : parseUrl(text);
  const isHttp = url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
  if (isHttp && url.username === '' && url.password === '' && url.href.length <= ALERT_LIMITS.urlCharacters) {
    url.hash = '';
    return url.href;
  }
  const hint = isHttp ? ' without a user name; a header `Authorization` can hold one' : '';
  const message = `${reader.pathOf('url')}: expected an address that begins with http:// or https://${hint}`;
  reader.findings.problem(reader.positionOf('url'), message);
  return undefined;
}

/** What HTTP can send in a header. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function readHeaders(reader: WebhookReader): WebhookAccess['headers'] {
  const entries = reader.map('headers')?.entries ?? [];
  const { findings } = reader;
  const beyond = entries[ALERT_LIMITS.headers];
  if (beyond !== undefined) {
    findings.problem(beyond, `${reader.pathOf('headers')}: expected at most ${ALERT_LIMITS.headers}`);
  }
  return entries.flatMap(({ key, value, ...place }): [string, string][] => {
    const text = textOfScalar(value)?.trim() ?? '';
    const at = `${reader.pathOf('headers')}.${key.slice(0, 80)}`;
    if (!isWebhookHeader(key)) {
      findings.problem(place, `${at}: a webhook cannot set a header of this name`);
    } else if (text === '' || text.length > ALERT_LIMITS.secretCharacters || !HEADER_VALUE.test(text)) {
      const message = `${at}: expected a text of 1 to ${ALERT_LIMITS.secretCharacters} characters that a header can hold`;
      findings.problem(place, message);
    } else {
      return [[key, text]];
    }
    return [];
  });
}
