/** The panel catalogue: the panels that ship with the server, which every config has without naming them. */
import { existsSync, readFileSync } from 'node:fs';
import type { Panel } from '../../domain/panel.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { Findings } from '../../platform/yaml/findings.ts';
import type { YamlProblem } from '../../platform/yaml/node.ts';
import { parseYaml } from '../../platform/yaml/parse.ts';
import { findAssets } from '../env/assets.ts';
import { readPanels } from './read-panels.ts';

const BOUNDS = { maxNodes: LIMITS.configNodes, maxDepth: LIMITS.yamlDepth };

let kept: ReadonlyMap<string, Panel> | null = null;

/** The panels of the catalogue by name. They are read once, from what the build has made of the YAML, which takes long to read. */
export function panelCatalogue(): ReadonlyMap<string, Panel> {
  kept ??= readShipped();
  return kept;
}

function readShipped(): ReadonlyMap<string, Panel> {
  const { panelsFile, builtPanelsFile } = findAssets();
  return existsSync(builtPanelsFile)
    ? new Map(JSON.parse(readFileSync(builtPanelsFile, 'utf8')))
    : readCatalogue(readFileSync(panelsFile, 'utf8'));
}

/**
 * Read the text of a catalogue: a map with the section `panels`.
 * @throws {Error} with all that is wrong with it: it ships with the server, so nobody can go on without it
 */
export function readCatalogue(text: string): ReadonlyMap<string, Panel> {
  const findings = new Findings(text);
  const tree = parseYaml(text, BOUNDS);
  if (!tree.ok) throw unusable(tree.error);
  const section = tree.value.root.kind === 'map' ? tree.value.root.entries[0] : undefined;
  if (section?.value.kind !== 'map') throw unusable([{ line: 1, column: 1, message: 'expected `panels`' }]);
  const panels = readPanels(section.value, findings, 'catalogue');
  const wrong = [...findings.problems, ...findings.warnings];
  if (wrong.length > 0) throw unusable(wrong);
  return panels;
}

function unusable(problems: readonly YamlProblem[]): Error {
  const lines = problems.map(({ line, column, message }) => `${line}:${column}: ${message}`);
  return new Error(`The panel catalogue cannot be used:\n${lines.join('\n')}`);
}

/**
 * All panels that a config has: its own, and those of the catalogue whose names it does not use. An entry of its own
 * without a `match` has that of the catalogue's panel in whose place it is.
 */
export function withCatalogue(own: ReadonlyMap<string, Panel>): ReadonlyMap<string, Panel> {
  const catalogue = panelCatalogue();
  const all = new Map<string, Panel>();
  for (const [name, panel] of own) {
    const match = panel.match.length > 0 ? panel.match : (catalogue.get(name)?.match ?? []);
    all.set(name, { ...panel, match });
  }
  for (const [name, panel] of catalogue) if (!all.has(name)) all.set(name, panel);
  return all;
}
