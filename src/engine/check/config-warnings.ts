/** Everything that is probably not meant in a config: for the log, for `stipple`, and for checks. */
import type { EnvSettings, Secrets } from '../../config/env/env.ts';
import { weakTokenOf } from '../../config/read/admin-token-strength.ts';
import type { ConfigWarning, KeyedWarning } from '../../config/read/findings.ts';
import type { ParsedConfig } from '../../config/read/parse.ts';
import { positionsOf } from '../../config/read/positions.ts';
import type { LoadedConfig } from '../../config/texts/loaded-config.ts';
import { byPosition } from '../../platform/base/position.ts';
import { runAtOnce, type Slices } from '../../platform/base/turns.ts';
import { type MappingFinding, type MappingSources, mappingFindings } from './mapping-check.ts';

/** What the environment of the server settles. */
export interface Precedence {
  /** `SERVICE_ADMIN_TOKEN` is set. */
  readonly adminToken: boolean;
  /** `SCREEN_REPOS_ALLOW_PRIVATE` is false. */
  readonly noPrivateRepos: boolean;
}

/** What the environment settles, read. */
export function precedenceOf(
  { screenReposAllowPrivate }: Pick<EnvSettings, 'screenReposAllowPrivate'>,
  { adminToken }: Pick<Secrets, 'adminToken'>,
): Precedence {
  return { adminToken: adminToken !== null, noPrivateRepos: !screenReposAllowPrivate };
}

/** The settings without effect. */
export function idleSettings(
  { snapshot, secrets }: Pick<LoadedConfig, 'snapshot' | 'secrets'>,
  { adminToken, noPrivateRepos }: Precedence,
): readonly KeyedWarning[] {
  const warnings: KeyedWarning[] = [];
  const warn = (keys: readonly string[], why: string): void => {
    warnings.push({ keys, message: `${keys.join('.')}: no effect ${why}` });
  };
  if (adminToken && secrets.adminToken !== null) warn(['admin', 'token'], 'while SERVICE_ADMIN_TOKEN is set');
  if (snapshot.minSignatureVersion > 1 && snapshot.authMode !== 'ed25519') {
    warn(['min_signature_version'], 'unless auth_mode is ed25519');
  }
  for (const { handle, allowPrivateNetwork } of snapshot.screenRepos.values()) {
    if (noPrivateRepos && allowPrivateNetwork) {
      warn(['screen_repos', handle, 'allow_private_network'], 'while SCREEN_REPOS_ALLOW_PRIVATE is false');
    }
  }
  return warnings;
}

/** A finding with its place. */
interface MappingWarning extends ConfigWarning {
  /** True when a device shows an error screen because of it. */
  readonly showsError: boolean;
}

/** What the reader of the text cannot know, by keys: settings without effect, and what is wrong with screens and params. */
export function* mappingWarnings(
  config: Pick<LoadedConfig, 'snapshot' | 'secrets'>,
  catalogue: MappingSources['catalogue'],
  precedence: Precedence,
): Slices<readonly MappingFinding[]> {
  const weak = weakTokenOf(config.secrets);
  const harmless = [...idleSettings(config, precedence), ...(weak === null ? [] : [weak])];
  const ofMappings = yield* mappingFindings(config.snapshot, catalogue);
  return [...harmless.map((finding) => ({ ...finding, showsError: false })), ...ofMappings];
}

/** All warnings in the order of the file, for a config that was read here: in commands and checks. */
export function configWarnings(
  parsed: ParsedConfig,
  catalogue: MappingSources['catalogue'],
  precedence: Precedence,
): readonly MappingWarning[] {
  const findings = runAtOnce(mappingWarnings(parsed, catalogue, precedence));
  const places = positionsOf(
    parsed,
    findings.map(({ keys }) => keys),
  );
  const placed = findings.map(({ message, showsError }, at): MappingWarning => {
    const { line, column } = places[at] ?? { line: 1, column: 1 };
    return { line, column, message, showsError };
  });
  const own = parsed.warnings.map((warning) => ({ ...warning, showsError: false }));
  return [...own, ...placed].toSorted(byPosition);
}
