/**
 * Reads `alerts.webhooks`: where somebody is told. An address may have a key in its path, so no message shows more of it
 * than its host, and none shows a secret or the value of a header.
 */

import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import { isWebhookHeader, type Webhook, type WebhookAccess } from '../../domain/alert-rule.ts';
import { parseUrl } from '../../platform/base/url.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import { asMap, MapReader, textOfScalar } from '../../platform/yaml/map-reader.ts';
import type { YamlEntry, YamlMap } from '../../platform/yaml/node.ts';
import { ALERTS, WEBHOOK_KEYS } from './keys.ts';
import { isGroupName } from './read-groups.ts';

/** The webhooks, and separately what is secret of them. */
export interface Webhooks {
  readonly shown: ReadonlyMap<string, Webhook>;
  readonly access: ReadonlyMap<string, WebhookAccess>;
}

type WebhookReader = MapReader<(typeof WEBHOOK_KEYS)[number]>;

/** The webhooks by name, in the order of the file. */
export function readWebhooks(section: YamlMap, findings: Findings): Webhooks {
  const shown = new Map<string, Webhook>();
  const access = new Map<string, WebhookAccess>();
  const beyond = section.entries[ALERT_LIMITS.webhooks];
  if (beyond !== undefined) {
    const message = `${ALERTS}.webhooks: expected at most ${ALERT_LIMITS.webhooks}, got ${section.entries.length}`;
    findings.problem(beyond, message);
  }
  for (const entry of section.entries) {
    const read = readWebhook(entry, findings);
    if (read === undefined) continue;
    access.set(entry.key, read);
    const { origin } = new URL(read.url);
    shown.set(entry.key, { name: entry.key, origin, isSigned: read.secret !== null });
  }
  return { shown, access };
}

function readWebhook(entry: YamlEntry, findings: Findings): WebhookAccess | undefined {
  const path = `${ALERTS}.webhooks.${entry.key.slice(0, 80)}`;
  if (!isGroupName(entry.key)) {
    findings.problem(entry, `${path}: expected a name of letters, digits, \`.\`, \`_\` and \`-\``);
    return undefined;
  }
  const map = asMap(entry.value, path, findings);
  if (map === undefined) return undefined;
  const reader: WebhookReader = new MapReader(map, {
    path,
    keys: WEBHOOK_KEYS,
    findings,
    strictness: 'refuse',
  });
  const url = readUrl(reader);
  const secret = reader.secret('secret') ?? null;
  if (secret !== null && secret.length > ALERT_LIMITS.secretCharacters) {
    const message = `${path}.secret: expected at most ${ALERT_LIMITS.secretCharacters} characters`;
    findings.problem(reader.positionOf('secret'), message);
  }
  const headers = readHeaders(reader);
  return url === undefined ? undefined : { url, secret, headers };
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
