/** Reads the text of a config file into the snapshot that the server works with. */
import { LIMITS } from '../base/limits.ts';
import { err, ok, type Result } from '../base/result.ts';
import { Findings } from '../base/yaml/findings.ts';
import { asMap, MapReader } from '../base/yaml/map-reader.ts';
import { byPlace, describeNode, isNothing, type YamlMap, type YamlNode } from '../base/yaml/node.ts';
import { parseYaml } from '../base/yaml/parse.ts';
import type { ConfigSnapshot, ScreenDefinition } from '../domain/mapping.ts';
import type { ConfigProblem, ConfigWarning } from './findings.ts';
import { ADMIN_KEYS, AUTH_MODES, ROOT_KEYS, SCREEN_KEYS } from './keys.ts';
import { readDevices, warnOfUnknownNames } from './read-devices.ts';
import { readPanels } from './read-panels.ts';
import { readScreenRepos } from './read-screen-repos.ts';

/** Secrets that stand in the config file. They are kept apart, so that a snapshot can be shown and sent around. */
export interface ConfigSecrets {
  readonly adminToken: string | null;
  /** By handle of the screen repo. */
  readonly repoTokens: ReadonlyMap<string, string>;
}

export interface ParsedConfig {
  readonly snapshot: ConfigSnapshot;
  readonly warnings: readonly ConfigWarning[];
  readonly secrets: ConfigSecrets;
  /** What the text says, with the place of every value. */
  readonly root: YamlMap;
}

type RootReader = MapReader<(typeof ROOT_KEYS)[number]>;

/**
 * Read a config.
 * @param fileLabel the file as messages name it
 * @returns every problem at once when the config cannot be used
 */
export function parseConfig(text: string, fileLabel: string): Result<ParsedConfig, readonly ConfigProblem[]> {
  const findings = new Findings(text);
  const root = readYaml(text, findings);
  if (root === undefined) return refuse(findings, fileLabel);
  const reader: RootReader = new MapReader(root, {
    path: '',
    keys: ROOT_KEYS,
    findings,
    strictness: 'refuse',
  });
  const devices = reader.map('devices') ?? EMPTY;
  const mappings = readDevices(devices, findings);
  const panels = readPanels(reader.map('panels') ?? EMPTY, findings);
  warnOfUnknownNames(devices, { panels }, mappings, findings);
  const repos = readScreenRepos(reader.map('screen_repos') ?? EMPTY, findings);
  const snapshot: ConfigSnapshot = {
    screens: readScreens(reader.map('screens') ?? EMPTY, findings),
    devices: mappings,
    defaultScreen: reader.text('default_screen') ?? null,
    panels,
    screenRepos: repos.entries,
    registrationEnabled: reader.boolean('registration_enabled') ?? true,
    authMode: reader.choice('auth_mode', AUTH_MODES) ?? 'api_key',
    screenRepoRefreshIntervalSeconds:
      reader.integer('screen_repo_refresh_interval', 0, LIMITS.refreshMaxSeconds) ?? 0,
  };
  const secrets = { adminToken: readAdminToken(reader), repoTokens: repos.tokens };
  if (findings.problems.length > 0) return refuse(findings, fileLabel);
  return ok({ snapshot, warnings: findings.warnings.toSorted(byPlace), secrets, root });
}

function refuse(findings: Findings, file: string): Result<never, readonly ConfigProblem[]> {
  const problems = findings.problems.toSorted(byPlace);
  return err(problems.map(({ line, column, message }) => ({ file, line, column, reason: message })));
}

const EMPTY: YamlMap = { kind: 'map', entries: [], line: 1, column: 1, size: 1, height: 1 };

/** The root map; undefined when the text is no YAML or something else than a map. */
function readYaml(text: string, findings: Findings): YamlMap | undefined {
  const bounds = { maxNodes: LIMITS.configNodes, maxDepth: LIMITS.yamlDepth };
  const tree = parseYaml(text, bounds);
  if (!tree.ok) {
    for (const problem of tree.error) {
      findings.problem(problem, problem.message + findings.colourHint(problem.line));
    }
    return undefined;
  }
  for (const warning of tree.value.warnings) findings.warn(warning, warning.message);
  return rootMap(tree.value.root, findings);
}

function rootMap(root: YamlNode, findings: Findings): YamlMap | undefined {
  if (isNothing(root)) return EMPTY;
  if (root.kind === 'map') return root;
  findings.problem(root, `expected a map of settings, got ${describeNode(root)}`);
  return undefined;
}

function readScreens(section: YamlMap, findings: Findings): ReadonlyMap<string, ScreenDefinition> {
  const screens = new Map<string, ScreenDefinition>();
  for (const entry of section.entries) {
    const path = `screens.${entry.key}`;
    const map = asMap(entry.value, path, findings);
    if (map === undefined) continue;
    const reader = new MapReader(map, { path, keys: SCREEN_KEYS, findings, strictness: 'refuse' });
    const script = readSourceName(reader, 'script');
    const template = readSourceName(reader, 'template');
    const refresh = reader.integer('default_refresh', 0, LIMITS.refreshMaxSeconds) ?? 0;
    if (script === undefined || template === undefined) continue;
    screens.set(entry.key, {
      name: entry.key,
      script,
      template,
      defaultRefreshSeconds: refresh > 0 ? refresh : null,
    });
  }
  return screens;
}

/** A file name relative to the screens directory. */
function readSourceName(
  reader: MapReader<(typeof SCREEN_KEYS)[number]>,
  key: 'script' | 'template',
): string | undefined {
  const node = reader.node(key);
  const name = reader.text(key);
  if (node === undefined) {
    reader.findings.problem(reader.placeOf(key), `${reader.path}: expected a \`${key}\`, got none`);
    return undefined;
  }
  if (name === undefined) return undefined;
  const leavesFolder = name.startsWith('/') || name.includes('\\') || name.split('/').includes('..');
  return leavesFolder ? reader.reject(key, node, 'a file name relative to the screens directory') : name;
}

function readAdminToken(root: RootReader): string | null {
  const map = root.map('admin');
  if (map === undefined) return null;
  const { findings } = root;
  const admin = new MapReader(map, { path: 'admin', keys: ADMIN_KEYS, findings, strictness: 'refuse' });
  return admin.secret('token') ?? null;
}
