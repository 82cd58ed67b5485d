/** Reads the text of a config file into the snapshot that the server works with. */

import type { WebhookAccess } from '../../domain/alert-rule.ts';
import type { ConfigSnapshot, ScreenDefinition } from '../../domain/config-snapshot.ts';
import { SERVER_SETTING_ROWS, type ServerSettings } from '../../domain/server-settings.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { Findings } from '../../platform/yaml/findings.ts';
import { mapNode } from '../../platform/yaml/make-node.ts';
import { MapReader } from '../../platform/yaml/map-reader.ts';
import {
  describeNode,
  isNothing,
  type LoneEntry,
  type YamlEntry,
  type YamlMap,
  type YamlNode,
} from '../../platform/yaml/node.ts';
import type { YamlTree } from '../../platform/yaml/parse.ts';
import { SectionedReader, type SectionedText } from '../../platform/yaml/sectioned.ts';
import { TEXT_LIMITS } from '../../platform/yaml/text-limits.ts';
import { nested, readEntries } from './entries.ts';
import type { ConfigProblem, ConfigWarning } from './findings.ts';
import { ADMIN_KEYS, ALERTS, DEVICES, FRAMES, GROUPS, ROOT_KEYS, SCREEN_KEYS } from './keys.ts';
import { withCatalogue } from './panel-catalogue.ts';
import { readAdminTokens } from './read-admin-tokens.ts';
import { readAlerts } from './read-alerts.ts';
import { readDataTokens } from './read-data-tokens.ts';
import { type DeviceEntry, gatherMappings, type PlacedDevice, readDevice } from './read-devices.ts';
import { readFrames } from './read-frames.ts';
import { readGroups } from './read-groups.ts';
import { readPanels } from './read-panels.ts';
import { readScreenRepos } from './read-screen-repos.ts';
import { readSettingFields } from './read-settings.ts';

/** Secrets of the config file. They are separate, so that a snapshot can be shown and passed on. */
export interface ConfigSecrets {
  readonly adminToken: string | null;
  /** By handle of the screen repo. */
  readonly repoTokens: ReadonlyMap<string, string>;
  /** Secrets of webhooks, by handle of the screen repo. */
  readonly repoWebhooks: ReadonlyMap<string, string>;
  /** What webhooks of alerts are called with, by name. */
  readonly alertWebhooks: ReadonlyMap<string, WebhookAccess>;
}

/** A remembered entry of a device, with what is wrong with it. */
export interface RememberedDevice extends DeviceEntry<LoneEntry> {
  /** Null when nothing is wrong. */
  readonly findings: Findings | null;
}

/** The text of a config and its values, with their positions. */
export type ConfigContent = SectionedText<RememberedDevice>;

export interface ParsedConfig {
  readonly snapshot: ConfigSnapshot;
  readonly warnings: readonly ConfigWarning[];
  readonly secrets: ConfigSecrets;
  readonly content: ConfigContent;
  /** Entries of devices that were not read alone; their lines are those of the rest. */
  readonly leftDevices: readonly DeviceEntry[];
}

type RootReader = MapReader<(typeof ROOT_KEYS)[number]>;

/** Everything but the devices that were read alone. Lines are those of the rest. */
interface Rest {
  readonly tree: YamlTree;
  readonly devices: readonly DeviceEntry[];
  readonly snapshot: Omit<ConfigSnapshot, 'devices'>;
  readonly secrets: ConfigSecrets;
  readonly findings: Findings;
}

/** How much YAML a config may be. */
export const CONFIG_BOUNDS = {
  maxNodes: LIMITS.configNodes,
  maxTokens: TEXT_LIMITS.configTokens,
  maxDepth: LIMITS.yamlDepth,
};

/** Reads configs. A text that is similar to the one before is read in a fraction of the time. */
export class ConfigParser {
  private readonly reader: SectionedReader<RememberedDevice>;
  private readonly label: string;
  private rest: Rest | null = null;

  /**
   * @param label the file as messages name it
   * @param options.isOnce one text is read, and nothing is remembered for the next
   */
  constructor(label: string, options: { readonly isOnce?: boolean } = {}) {
    this.label = label;
    this.reader = new SectionedReader(DEVICES, CONFIG_BOUNDS, rememberedDevice, options);
  }

  /**
   * Read the text of a config.
   * @returns what is wrong with it as YAML
   */
  read(text: string): Result<ConfigContent, readonly ConfigProblem[]> {
    const content = this.reader.read(text);
    if (content.ok) return content;
    const findings = new Findings(text);
    for (const problem of content.error) {
      findings.problem(problem, problem.message + findings.colourHint(problem.line));
    }
    return refuse(findings, this.label);
  }

  /**
   * Interpret a config that was read.
   * @returns every problem at once when it cannot be used
   */
  interpret(content: ConfigContent): Result<ParsedConfig, readonly ConfigProblem[]> {
    const findings = new Findings(content.text);
    const { rest, lineOf } = content;
    if (this.rest?.tree !== rest.tree) this.rest = readRest(rest.text, rest.tree);
    const { snapshot, secrets, ...others } = this.rest;
    findings.add(others.findings, lineOf);
    for (const { kept, line } of content.entries) {
      if (kept.findings !== null) findings.add(kept.findings, (own) => own + line - 1);
    }
    const devices = gatherMappings(inOrder(content, others.devices), snapshot, findings);
    if (findings.problems.length > 0) return refuse(findings, this.label);
    const warnings = findings.allWarnings;
    return ok({
      snapshot: { ...snapshot, devices },
      warnings,
      secrets,
      content,
      leftDevices: others.devices,
    });
  }

  /** Read and interpret a text. */
  parse(text: string): Result<ParsedConfig, readonly ConfigProblem[]> {
    const content = this.read(text);
    return content.ok ? this.interpret(content.value) : content;
  }
}

/**
 * Read and interpret one config.
 * @returns every problem at once when it cannot be used
 */
export function parseConfig(text: string, fileLabel: string): Result<ParsedConfig, readonly ConfigProblem[]> {
  return new ConfigParser(fileLabel, { isOnce: true }).parse(text);
}

function rememberedDevice(tree: YamlEntry, text: string, entry: LoneEntry): RememberedDevice {
  const findings = new Findings(text);
  const { normalKey, mapping } = readDevice(tree, findings, entry);
  return { entry, normalKey, mapping, findings: findings.isEmpty ? null : findings };
}

function refuse(findings: Findings, file: string): Result<never, readonly ConfigProblem[]> {
  const problems = findings.allProblems;
  return err(problems.map(({ line, column, message }) => ({ file, line, column, reason: message })));
}

/** All devices, in the order of the file. */
function inOrder({ entries, lineOf }: ConfigContent, left: readonly DeviceEntry[]): readonly PlacedDevice[] {
  if (left.length === 0) return entries;
  const others = left.map((kept) => ({ kept, line: lineOf(kept.entry.line) }));
  return entries.length === 0 ? others : [...entries, ...others].sort((a, b) => a.line - b.line);
}

const EMPTY = mapNode([], { line: 1, column: 1 });

function readRest(text: string, tree: YamlTree): Rest {
  const findings = new Findings(text);
  for (const warning of tree.warnings) findings.warn(warning, warning.message);
  const reader: RootReader = new MapReader(rootMap(tree.root, findings), {
    path: '',
    keys: ROOT_KEYS,
    findings,
    strictness: 'refuse',
  });
  const devices = (reader.map(DEVICES) ?? EMPTY).entries.map((entry) => readDevice(entry, findings, entry));
  const repos = readScreenRepos(reader.map('screen_repos') ?? EMPTY, findings);
  const alerts = readAlerts(reader.map(ALERTS), findings);
  const panels = withCatalogue(readPanels(reader.map('panels') ?? EMPTY, findings));
  const snapshot = {
    screens: readScreens(reader.map('screens') ?? EMPTY, findings),
    defaultScreen: reader.text('default_screen') ?? null,
    groups: readGroups(reader.map(GROUPS) ?? EMPTY, panels, findings),
    frames: readFrames(reader.map(FRAMES) ?? EMPTY, panels, findings),
    panels,
    screenRepos: repos.entries,
    ...readServerSettings(reader),
    ...readTokens(reader, findings),
    alerts: alerts.settings,
  } as const;
  const { tokens: repoTokens, webhooks: repoWebhooks } = repos;
  const secrets = {
    adminToken: readAdminToken(reader),
    repoTokens,
    repoWebhooks,
    alertWebhooks: alerts.access,
  };
  return { tree, devices, snapshot, secrets, findings };
}

const FALLBACKS = Object.fromEntries(SERVER_SETTING_ROWS.map(([, { field, fallback }]) => [field, fallback]));

/** The settings of the whole server; the default where the file does not set one. */
function readServerSettings(reader: RootReader): ServerSettings {
  return { ...FALLBACKS, ...readSettingFields(reader, SERVER_SETTING_ROWS) } as ServerSettings;
}

function rootMap(root: YamlNode, findings: Findings): YamlMap {
  if (root.kind === 'map') return root;
  if (!isNothing(root)) findings.problem(root, `expected a map of settings, got ${describeNode(root)}`);
  return EMPTY;
}

function readScreens(section: YamlMap, findings: Findings): ReadonlyMap<string, ScreenDefinition> {
  const screens = new Map<string, ScreenDefinition>();
  const how = { path: 'screens', keys: SCREEN_KEYS, strictness: 'refuse' } as const;
  readEntries(section, how, findings, (reader, { key: name }) => {
    const script = readSourceName(reader, 'script');
    const template = readSourceName(reader, 'template');
    const refresh = reader.integer('default_refresh', 0, LIMITS.refreshMaxSeconds) ?? 0;
    if (script === undefined || template === undefined) return;
    screens.set(name, {
      name,
      script,
      template,
      defaultRefreshSeconds: refresh > 0 ? refresh : null,
    });
  });
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
    reader.findings.problem(reader.positionOf(key), `${reader.path}: expected a \`${key}\`, got none`);
    return undefined;
  }
  if (name === undefined) return undefined;
  const leavesFolder = name.startsWith('/') || name.includes('\\') || name.split('/').includes('..');
  return leavesFolder ? reader.reject(key, node, 'a file name relative to the screens directory') : name;
}

/** Reads who may do what, but for devices and frames: digests, no secrets. */
function readTokens(
  root: RootReader,
  findings: Findings,
): Pick<ConfigSnapshot, 'dataTokens' | 'adminTokens'> {
  return {
    dataTokens: readDataTokens(root.map('data_tokens') ?? EMPTY, findings),
    adminTokens: readAdminTokens(root.map('admin_tokens') ?? EMPTY, findings),
  };
}

function readAdminToken(root: RootReader): string | null {
  const map = root.map('admin');
  if (map === undefined) return null;
  return nested(root, 'admin', map, ADMIN_KEYS, 'refuse').secret('token') ?? null;
}
