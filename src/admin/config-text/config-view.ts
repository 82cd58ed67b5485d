/** The config file as the admin API shows it: without tokens. */
import { z } from 'zod';
import { ALERTS } from '../../config/read/keys.ts';
import type { AdminCaller } from '../../domain/admin-token.ts';
import { parseFrameDigest } from '../../domain/frame-tokens.ts';
import { isPlainObject, ownValue, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import type { Slices } from '../../platform/base/turns.ts';
import { parseUrl } from '../../platform/base/url.ts';
import type { Concealer } from '../access/concealer.ts';
import type { AdminApi } from '../admin-api.ts';
import { concealingFor } from '../sensitive/secret-views.ts';

export const configSchema = z
  .record(z.string(), z.unknown())
  .describe(
    'The config file as it is, without `admin.token`, the tokens and webhook secrets of screen repos, and all of the webhooks of alerts but their hosts',
  )
  .meta({ id: 'Config', examples: [{ default_screen: 'clock', devices: { DEFAULT: { screen: 'clock' } } }] });

/**
 * The config file as JSON, in the order of the file, without `admin.token`, the tokens and webhook secrets of screen repos, all of
 * the webhooks of alerts but their hosts, and what is no digest under `frame_tokens`; for a viewer and an author without any
 * secret and any key that is not known.
 */
export function* configView(api: AdminApi, caller: AdminCaller): Slices<PlainObject> {
  const concealer = concealingFor(api, caller);
  const raw = api.rawConfig();
  const around = screenIn(raw);
  const shown: [string, PlainValue][] = [];
  for (const [key, value] of Object.entries(raw)) {
    if (isPlainObject(value) && SECTIONS.has(key)) {
      shown.push([key, yield* sectionView(around, key, value, concealer)]);
    } else {
      const config = { ...around, [key]: withoutTokens(key, value) };
      shown.push(...Object.entries(concealed(config, concealer, key)));
    }
    yield;
  }
  return Object.fromEntries(shown);
}

/** Sections with many entries. */
const SECTIONS: ReadonlySet<string> = new Set(['devices', 'frames']);
/** Entries that are concealed at a time. */
const STEP = 32;

function* sectionView(
  around: PlainObject,
  key: string,
  section: PlainObject,
  concealer: Concealer | null,
): Slices<PlainObject> {
  const shown: [string, PlainValue][] = [];
  const entries = Object.entries(section);
  for (let start = 0; start < entries.length; start += STEP) {
    const some = entries.slice(start, start + STEP);
    const part = some.map(([name, entry]) => [name, withoutMistaken(entry)] as const);
    const config = { ...around, [key]: { ...screenIn(section), ...Object.fromEntries(part) } };
    const open = concealed(config, concealer, key)[key];
    for (const [name] of some) {
      const entry = isPlainObject(open) ? ownValue(open, name) : undefined;
      if (entry !== undefined) shown.push([name, entry]);
    }
    yield;
  }
  return Object.fromEntries(shown);
}

/** One key of a config, as the caller may see it; nothing where he may not know the key. */
function concealed(config: PlainObject, concealer: Concealer | null, key: string): PlainObject {
  const shown = concealer?.config(config) ?? config;
  const value = ownValue(shown, key);
  return value === undefined ? {} : Object.fromEntries([[key, value]]);
}

/** What a map says of which screen it is about: values below are concealed by it. */
function screenIn(map: PlainObject): PlainObject {
  const screen = ownValue(map, 'screen');
  return typeof screen === 'string' ? { screen } : {};
}

function withoutTokens(key: string, value: PlainValue): PlainValue {
  if (!isPlainObject(value)) return value;
  if (key === 'admin') return withoutSecrets(value);
  if (key === ALERTS) return withoutAccess(value);
  return key === 'screen_repos' ? mapValues(value, withoutSecrets) : value;
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
