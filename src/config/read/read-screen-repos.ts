/** Reads the `screen_repos` section: git repositories with screens. */
import type { ScreenRepoEntry } from '../../domain/config-snapshot.ts';
import { isWebhookSecret, WEBHOOK_SECRET_EXPECTED } from '../../domain/repo-hook.ts';
import { PIN_EXPECTED, parsePin } from '../../domain/repo-pin.ts';
import { parseRepoUrl } from '../../domain/repo-url.ts';
import { isRefSegment, RESERVED_HANDLES } from '../../domain/screen-ref.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import type { MapReader } from '../../platform/yaml/map-reader.ts';
import type { YamlEntry, YamlMap } from '../../platform/yaml/node.ts';
import { readEntries } from './entries.ts';
import { SCREEN_REPO_KEYS } from './keys.ts';

/** The entries, and separately their tokens and the secrets of their webhooks. */
export interface RepoEntries {
  readonly entries: ReadonlyMap<string, ScreenRepoEntry>;
  readonly tokens: ReadonlyMap<string, string>;
  readonly webhooks: ReadonlyMap<string, string>;
}

/** A handle without a value is a repo that is not configured yet. */
const SECTION = {
  path: 'screen_repos',
  keys: SCREEN_REPO_KEYS,
  strictness: 'refuse',
  isOptional: true,
  isNamed: isHandle,
} as const;

type RepoReader = MapReader<(typeof SCREEN_REPO_KEYS)[number]>;

/** The repos by handle, in the order of the file. */
export function readScreenRepos(section: YamlMap, findings: Findings): RepoEntries {
  const entries = new Map<string, ScreenRepoEntry>();
  const tokens = new Map<string, string>();
  const webhooks = new Map<string, string>();
  readEntries(section, SECTION, findings, (reader, { key: handle }) => {
    const allowPrivate = reader.boolean('allow_private_network');
    const token = reader.secret('token');
    if (token !== undefined) tokens.set(handle, token);
    const webhook = readWebhook(reader);
    if (webhook !== undefined) webhooks.set(handle, webhook);
    entries.set(handle, {
      handle,
      repo: readRepo(reader),
      pin: readPin(reader),
      tokenSet: token !== undefined,
      allowPrivateNetwork: allowPrivate ?? false,
      fetchPrivate: allowPrivate === undefined ? 'host' : allowPrivate ? 'all' : 'none',
      webhookSet: webhook !== undefined,
    });
  });
  return { entries, tokens, webhooks };
}

/** A secret that can be guessed is none. No message quotes it. */
function readWebhook(reader: RepoReader): string | undefined {
  const secret = reader.secret('webhook_secret');
  if (secret === undefined || isWebhookSecret(secret)) return secret;
  const path = reader.pathOf('webhook_secret');
  const message = `${path}: expected ${WEBHOOK_SECRET_EXPECTED}; it is left out`;
  reader.findings.warn(reader.positionOf('webhook_secret'), message);
  return undefined;
}

/** The address as written. Messages do not show it, because it may hold a password. */
function readRepo(reader: RepoReader): string | null {
  const text = reader.text('repo');
  if (text === undefined) return null;
  const url = parseRepoUrl(text);
  if (url.ok) return text;
  reader.findings.problem(reader.positionOf('repo'), `${reader.pathOf('repo')}: ${url.error.message}`);
  return null;
}

function readPin(reader: RepoReader): string | null {
  const node = reader.node('pin');
  const pin = reader.text('pin');
  if (node === undefined || pin === undefined) return null;
  return parsePin(pin) === undefined ? (reader.reject('pin', node, PIN_EXPECTED) ?? null) : pin;
}

function isHandle(entry: YamlEntry, findings: Findings): boolean {
  if (!isRefSegment(entry.key)) {
    findings.problem(
      entry,
      `screen_repos: expected a handle of letters, digits, ".", "_" and "-", got ${JSON.stringify(entry.key)}`,
    );
    return false;
  }
  if (RESERVED_HANDLES.includes(entry.key)) {
    findings.problem(entry, `screen_repos: the handle ${JSON.stringify(entry.key)} is reserved`);
    return false;
  }
  return true;
}
