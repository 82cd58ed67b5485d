/** The environment: the only place that reads it. Variables become settings; secrets are kept apart. */

import os from 'node:os';
import path from 'node:path';
import { type HostPattern, parseHostList } from '../../domain/host-list.ts';
import { LOG_FORMATS, LOG_LEVELS, type LogFormat } from '../../platform/base/logger.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { parseUrl } from '../../platform/base/url.ts';
import {
  type ListenAddress,
  MEMORY_BUDGET_FORM,
  parseConfigPlace,
  parseFlag,
  parseFolders,
  parseListenAddress,
  parseMemoryBudget,
  parsePublicUrl,
  parseShare,
  parseTrustProxy,
  STORE_PLACE,
} from './env-values.ts';
import type { TrustProxy } from './proxy-networks.ts';
import { readSecretFile } from './secret-file.ts';

/** Every variable of the server. A test compares the documentation with this table. */
export const ENV_VARIABLES = [
  'BIND_ADDR',
  'CONFIG_FILE',
  'SCREENS_DIR',
  'FONTS_DIR',
  'SERVICE_ADMIN_TOKEN',
  'SERVICE_ADMIN_TOKEN_FILE',
  'SERVICE_URL_SECRET',
  'SERVICE_URL_SECRET_FILE',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'LOG_LEVEL',
  'LOG_FORMAT',
  'METRICS_ADDR',
  'MEMORY_BUDGET',
  'COMPOSE_THREADS',
  'RASTER_THREADS',
  'RASTER_ISOLATION',
  'STIPPLE_VERIFY_REUSE',
  'SCREEN_HTTP_HOSTS',
  'SCREEN_REPOS_CACHE_DIR',
  'SCREEN_REPOS_ALLOW_PRIVATE',
  'SCREEN_REPO_FOLDERS',
  'STORE_URL',
  'STORE_URL_FILE',
] as const;

export type EnvVariable = (typeof ENV_VARIABLES)[number];

/** Variables with a secret. Each has a second one, which names a file with it. */
type SecretVariable = 'SERVICE_ADMIN_TOKEN' | 'SERVICE_URL_SECRET' | 'STORE_URL';

/** Raw variables; an empty one counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** `process`: native code that reads a hostile picture cannot harm the server. `thread`: it can. */
export type RasterIsolation = 'process' | 'thread';

/** The operator's settings. Contains no secret. */
export interface EnvSettings {
  readonly listen: ListenAddress;
  /** The text that the operator wrote, for messages; null means the embedded config. */
  readonly configFile: string | null;
  /** True where the config is in the state store; `configFile` is null then. */
  readonly configInStore: boolean;
  /** Absolute; null means the embedded screens alone. */
  readonly screensDir: string | null;
  /** Absolute; null means the embedded fonts alone. */
  readonly fontsDir: string | null;
  /** Scheme, host and path prefix, without a slash at the end. */
  readonly publicUrl: string | null;
  /** For Express' `trust proxy`. */
  readonly trustProxy: TrustProxy;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Null: `pretty` on a terminal, else `json`. */
  readonly logFormat: LogFormat | null;
  readonly metrics: ListenAddress | null;
  /** Bytes that the server with all its processes is to keep to; null: half of what the machine has. */
  readonly memoryBudget: number | null;
  /** Null: a number that suits the machine and the budget. */
  readonly composeThreads: number | null;
  readonly rasterThreads: number | null;
  /** Whether pictures are drawn in processes of their own, or in threads of the server. */
  readonly rasterIsolation: RasterIsolation;
  /** Share of the results used again that are compared with a new run, 0 to 1. */
  readonly verifyReuse: number;
  /** The hosts that scripts may ask; null for all that the address guard permits. */
  readonly screenHttpHosts: readonly HostPattern[] | null;
  /** Absolute. */
  readonly screenReposCacheDir: string;
  /** False keeps all screen repos, and their scripts, from loopback and private addresses. */
  readonly screenReposAllowPrivate: boolean;
  /** Absolute. Below these the admin API may register repositories of this machine. */
  readonly screenRepoFolders: readonly string[];
  /** Where servers keep shared state; null means in memory. May hold a password: must not be printed. */
  readonly storeUrl: string | null;
}

/** What must never be printed. */
export interface Secrets {
  /** Wins over `admin.token` of the config. */
  readonly adminToken: string | null;
  /** Key of the signed image URLs. */
  readonly urlSecret: string | null;
}

/** A variable with a value that cannot be used. */
export interface EnvProblem {
  readonly variable: EnvVariable;
  readonly expected: string;
  /** The value as it stands; never that of a secret. */
  readonly got: string;
}

/** More threads than this are a typing error: each takes tens of megabytes. */
const MAX_THREADS = 256;

/** Write a problem in one line: `BIND_ADDR: expected host:port, got "x"`. */
export function describeEnvProblem({ variable, expected, got }: EnvProblem): string {
  return `${variable}: expected ${expected}, got ${got}`;
}

/** Read the settings. All problems are returned at once. */
export function readEnvironment(env: Environment = process.env): Result<EnvSettings, readonly EnvProblem[]> {
  const reader = new EnvReader(env);
  const place = reader.read('CONFIG_FILE', `a path, or ${STORE_PLACE} alone`, parseConfigPlace);
  const settings: EnvSettings = {
    listen: reader.read('BIND_ADDR', 'host:port, such as 0.0.0.0:3000 or [::]:3000', parseListenAddress) ?? {
      host: '0.0.0.0',
      port: 3000,
    },
    configFile: place === STORE_PLACE ? null : place,
    configInStore: place === STORE_PLACE,
    screensDir: reader.folder('SCREENS_DIR'),
    fontsDir: reader.folder('FONTS_DIR'),
    publicUrl: reader.read(
      'PUBLIC_URL',
      'an http or https address without query, such as https://display.example/stipple',
      parsePublicUrl,
    ),
    trustProxy:
      reader.read(
        'TRUST_PROXY',
        'true, false, a number of proxies, or addresses such as loopback, 10.0.0.0/8',
        parseTrustProxy,
      ) ?? false,
    logLevel: reader.read('LOG_LEVEL', `one of ${LOG_LEVELS.join(', ')}`, oneOf(LOG_LEVELS)) ?? 'info',
    logFormat: reader.read('LOG_FORMAT', LOG_FORMATS.join(' or '), oneOf(LOG_FORMATS)),
    metrics: reader.read('METRICS_ADDR', 'host:port, such as 127.0.0.1:9090', parseListenAddress),
    memoryBudget: reader.read('MEMORY_BUDGET', MEMORY_BUDGET_FORM, parseMemoryBudget),
    composeThreads: reader.threads('COMPOSE_THREADS'),
    rasterThreads: reader.threads('RASTER_THREADS'),
    rasterIsolation:
      reader.read('RASTER_ISOLATION', 'process or thread', oneOf(['process', 'thread'])) ?? 'process',
    verifyReuse: reader.read('STIPPLE_VERIFY_REUSE', 'a number from 0 to 1, such as 0.01', parseShare) ?? 0,
    screenHttpHosts: reader.read(
      'SCREEN_HTTP_HOSTS',
      'host names separated by commas, such as api.example.com, *.example.org, 192.168.0.7:8080',
      parseHostList,
    ),
    screenReposCacheDir:
      reader.folder('SCREEN_REPOS_CACHE_DIR') ?? path.join(os.tmpdir(), 'stipple-screen-repos'),
    screenReposAllowPrivate: reader.read('SCREEN_REPOS_ALLOW_PRIVATE', 'true or false', parseFlag) ?? true,
    screenRepoFolders:
      reader.read(
        'SCREEN_REPO_FOLDERS',
        'absolute folders other than /, separated by colons',
        parseFolders,
      ) ?? [],
    storeUrl: reader.secretUrl('STORE_URL', 'an address such as redis://host:6379'),
  };
  return reader.problems.length > 0 ? err(reader.problems) : ok(settings);
}

/** Read the secrets, those in files as they are now. All problems are returned at once. */
export function readSecrets(env: Environment = process.env): Result<Secrets, readonly EnvProblem[]> {
  const reader = new EnvReader(env);
  const secrets: Secrets = {
    adminToken: reader.secret('SERVICE_ADMIN_TOKEN')?.text ?? null,
    urlSecret: reader.secret('SERVICE_URL_SECRET')?.text ?? null,
  };
  return reader.problems.length > 0 ? err(reader.problems) : ok(secrets);
}

/** The variables of this process. */
export function ownEnvironmentVariables(): Environment {
  return process.env;
}

/** True when a variable is set, be it to its default. */
export function isSet(variable: EnvVariable, env: Environment = process.env): boolean {
  return new EnvReader(env).text(variable) !== null;
}

/** `TZ`, a variable of the system; null when it is not set. */
export function timeZoneVariable(env: Environment = process.env): string | null {
  return env['TZ'] || null;
}

/** True where the person at the terminal wants no colours (no-color.org), or the terminal has none. */
export function refusesColours(env: Environment = process.env): boolean {
  return (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
}

/** The environment of this process with other values for some variables; undefined removes one. */
export function changedEnvironment(changes: Environment, env: Environment = process.env): Environment {
  const changed = Object.entries({ ...env, ...changes });
  return Object.fromEntries(changed.filter(([, value]) => value !== undefined));
}

/** Variables that git and ssh need: programs, proxies, certificates, an agent with ssh keys. */
const GIT_VARIABLES = [
  'PATH',
  'HTTP_PROXY',
  'http_proxy',
  'HTTPS_PROXY',
  'https_proxy',
  'ALL_PROXY',
  'all_proxy',
  'NO_PROXY',
  'no_proxy',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'GIT_SSL_CAINFO',
  'SSH_AUTH_SOCK',
] as const;

/** The variables that git gets; everything else that could change its behaviour is left out. */
export function gitVariables(env: Environment = process.env): Readonly<Record<string, string>> {
  return Object.fromEntries(GIT_VARIABLES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

class EnvReader {
  readonly problems: EnvProblem[] = [];
  private readonly env: Environment;

  constructor(env: Environment) {
    this.env = env;
  }

  text(variable: EnvVariable): string | null {
    const text = this.env[variable]?.trim() ?? '';
    return text === '' ? null : text;
  }

  folder(variable: EnvVariable): string | null {
    const text = this.text(variable);
    return text === null ? null : path.resolve(text);
  }

  read<T>(variable: EnvVariable, expected: string, parse: (text: string) => T | null): T | null {
    const text = this.text(variable);
    if (text === null) return null;
    const value = parse(text);
    return value ?? this.refuse(variable, expected, JSON.stringify(text));
  }

  /** A secret, from its variable or from the file that the other one names; and which of them it was. */
  secret(variable: SecretVariable): { readonly text: string; readonly from: EnvVariable } | null {
    const from = `${variable}_FILE` as const;
    const [text, file] = [this.text(variable), this.text(from)];
    if (file === null) return text === null ? null : { text, from: variable };
    if (text !== null) return this.refuse(from, `either ${variable} or ${from}`, 'both');
    const read = readSecretFile(file);
    if (read.ok) return { text: read.value, from };
    return this.refuse(from, 'a file with the secret', `${JSON.stringify(file)} (${read.error})`);
  }

  secretUrl(variable: SecretVariable, expected: string): string | null {
    const secret = this.secret(variable);
    if (secret === null || parseUrl(secret.text) !== null) return secret?.text ?? null;
    return this.refuse(secret.from, expected, 'something else (not shown)');
  }

  threads(variable: EnvVariable): number | null {
    return this.read(variable, `an integer from 1 to ${MAX_THREADS}`, (text) => {
      const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
      return count >= 1 && count <= MAX_THREADS ? count : null;
    });
  }

  private refuse(variable: EnvVariable, expected: string, got: string): null {
    this.problems.push({ variable, expected, got });
    return null;
  }
}

/** A reader of one of several words, in any case. */
function oneOf<T extends string>(words: readonly T[]): (text: string) => T | null {
  return (text) => words.find((word) => word === text.toLowerCase()) ?? null;
}
