/** The operator's config, as a bench starts from it. Nothing is written. */
import { existsSync } from 'node:fs';
import { findAssets } from '../../config/env/assets.ts';
import type { EnvSettings } from '../../config/env/env.ts';
import { describeConfigProblem } from '../../config/read/findings.ts';
import { type ParsedConfig, parseConfig } from '../../config/read/parse.ts';
import { type ConfigSource, labelOf, readConfigText } from '../../config/source/load.ts';
import { DEFAULT_KEY, hasScreen, type Mapping } from '../../domain/mapping.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { YamlNode } from '../../platform/yaml/node.ts';
import { ScreenCatalogue } from '../../screens/sources/catalogue.ts';
import { mapText, nodeText, textText } from './config-text.ts';

/** An entry of the config as devices can repeat it. */
export interface ConfiguredDevice {
  /** A MAC address, a registration code, or `DEFAULT`. */
  readonly key: string;
  readonly mapping: Mapping;
  /** The entry in one line. */
  readonly text: string;
}

export interface OperatorConfig {
  /** How messages name it. */
  readonly label: string;
  readonly parsed: ParsedConfig;
  /** Its entries in the order of the file, without `DEFAULT`. */
  readonly devices: readonly ConfiguredDevice[];
  /** What a device without an entry shows; null for nothing. */
  readonly fallback: ConfiguredDevice | null;
  readonly warnings: readonly string[];
  /** Finds all screens but those of screen repos. */
  readonly catalogue: ScreenCatalogue;
}

const IN_STORE =
  'CONFIG_FILE: a bench takes no config from the state store; write it to a file with `stipple config pull`, and name that';

/** Read the config that a server with these settings would use. @returns one sentence when it cannot be used */
export function readOperatorConfig({
  configFile,
  configInStore = false,
  screensDir,
}: Pick<EnvSettings, 'configFile' | 'screensDir'> & Partial<EnvSettings>): Result<OperatorConfig, string> {
  if (configInStore) return err(IN_STORE);
  const assets = findAssets();
  // A server would write the embedded config there.
  const isMissing = configFile !== null && !existsSync(configFile);
  const source: ConfigSource =
    configFile === null || isMissing ? { kind: 'embedded' } : { kind: 'file', path: configFile };
  const label = labelOf(source);
  const text = readConfigText(source, assets.configFile);
  const parsed = text.ok ? parseConfig(text.value, label) : text;
  if (!parsed.ok) return err(parsed.error.map(describeConfigProblem).join('; '));
  const { entries, fallback } = readEntries(parsed.value);
  const warnings = parsed.value.warnings.map(
    ({ line, column, message }) => `${label}:${line}:${column}: ${message}`,
  );
  if (isMissing) warnings.unshift(`${configFile} does not exist; the embedded config is used`);
  const catalogue = new ScreenCatalogue({
    builtinDir: assets.screensDir,
    examplesDir: assets.examplesDir,
    localDir: screensDir,
  });
  return ok({ label, parsed: parsed.value, devices: entries, fallback, warnings, catalogue });
}

function readEntries({ snapshot, content, leftDevices }: ParsedConfig): {
  readonly entries: readonly ConfiguredDevice[];
  readonly fallback: ConfiguredDevice | null;
} {
  const nodes = new Map<string, YamlNode>();
  for (const { entry, normalKey } of [...content.entries.map(({ kept }) => kept), ...leftDevices]) {
    if (normalKey !== null) nodes.set(normalKey, entry.value);
  }
  const all = [...snapshot.devices].flatMap(([key, mapping]): readonly ConfiguredDevice[] => {
    const node = nodes.get(key);
    // What a group gives depends on what a device says.
    if (node === undefined || !hasScreen(mapping)) return [];
    return [{ key, mapping, text: nodeText(node) }];
  });
  const entries = all.filter(({ key }) => key !== DEFAULT_KEY);
  const fallback = all.find(({ key }) => key === DEFAULT_KEY) ?? ofDefaultScreen(snapshot.defaultScreen);
  return { entries, fallback };
}

function ofDefaultScreen(screen: string | null): ConfiguredDevice | null {
  return screen === null ? null : showing(screen);
}

/** An entry that names nothing but a screen. */
export function showing(screen: string): ConfiguredDevice {
  const mapping = { key: DEFAULT_KEY, screen, params: {}, tuning: {} };
  return { key: DEFAULT_KEY, mapping, text: mapText([['screen', textText(screen)]]) };
}
