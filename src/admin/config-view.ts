/** The config file as the admin API shows it: without tokens. */

import { z } from 'zod';
import { isPlainObject, type PlainObject, type PlainValue } from '../base/plain.ts';
import { parseUrl } from '../base/url.ts';
import { ALERTS } from '../config/keys.ts';
import type { AdminCaller } from '../domain/admin-token.ts';
import { parseFrameDigest } from '../domain/frame-tokens.ts';
import type { AdminApi } from './admin-api.ts';
import { concealingFor } from './concealed.ts';

export const configSchema = z
  .record(z.string(), z.unknown())
  .describe(
    'The config file as it is, without `admin.token`, the tokens and webhook secrets of screen repos, and all of the webhooks of alerts but their hosts',
  )
  .meta({ examples: [{ default_screen: 'clock', devices: { DEFAULT: { screen: 'clock' } } }] });

/**
 * The config file as JSON, in the order of the file, without `admin.token`, the tokens and webhook secrets of screen repos, all of
 * the webhooks of alerts but their hosts, and what is no digest under `frame_tokens`; for a viewer and an author without any
 * secret and any key that is not known.
 */
export function configView(api: AdminApi, caller: AdminCaller): PlainObject {
  const config = withoutTokens(api);
  return concealingFor(api, caller)?.config(config) ?? config;
}

function withoutTokens(api: AdminApi): PlainObject {
  return mapValues(api.rawConfig(), (value, key) => {
    if (!isPlainObject(value)) return value;
    if (key === 'admin') return withoutSecrets(value);
    if (key === ALERTS) return withoutAccess(value);
    if (key === 'devices' || key === 'frames') return mapValues(value, withoutMistaken);
    return key === 'screen_repos' ? mapValues(value, withoutSecrets) : value;
  });
}

function mapValues(map: PlainObject, change: (value: PlainValue, key: string) => PlainValue): PlainObject {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value, key)]));
}

/** What stands in the place of a digest may be the token itself. */
export function withoutMistaken(entry: PlainValue): PlainValue {
  if (!isPlainObject(entry) || !Object.hasOwn(entry, 'frame_tokens')) return entry;
  const { frame_tokens: tokens, ...rest } = entry;
  if (!isPlainObject(tokens)) return rest;
  const digests = Object.entries(tokens).filter(([, value]) => parseFrameDigest(String(value)) !== null);
  return { ...entry, frame_tokens: Object.fromEntries(digests) };
}

/** An address may have a key in its path. */
function withoutAccess(alerts: PlainObject): PlainObject {
  const { webhooks } = alerts;
  if (!isPlainObject(webhooks)) return alerts;
  const shown = mapValues(webhooks, (webhook) => {
    const url = isPlainObject(webhook) ? webhook['url'] : null;
    const read = typeof url === 'string' ? parseUrl(url) : null;
    return read === null ? {} : { url: read.origin };
  });
  return { ...alerts, webhooks: shown };
}

function withoutSecrets(entry: PlainValue): PlainValue {
  if (!isPlainObject(entry)) return entry;
  const { token: _, webhook_secret: __, ...rest } = entry;
  return rest;
}
