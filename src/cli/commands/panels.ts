/** `stipple panels`: the panels that devices can have, those of the config and those of the catalogue. */
import { existsSync, readFileSync } from 'node:fs';
import type { CommandModule } from 'yargs';
import { catalogueSections } from '../../config/read/catalogue-text.ts';
import { FOUR_GREYS, isGrey } from '../../domain/palette.ts';
import type { Panel } from '../../domain/panel.ts';
import { describeMatch } from '../../domain/panel-match.ts';
import { isTruecolour } from '../../domain/png-form.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { loadSettings } from '../settings.ts';
import { cliLogger, readSetup, type Setup } from '../setup.ts';
import { JSON_OPTION } from './options.ts';

interface PanelsArguments {
  name: string | undefined;
  json: boolean;
}

export const panelsCommand: CommandModule<object, PanelsArguments> = {
  command: 'panels [name]',
  describe: 'List the panels that devices can have, or print one, ready to be copied into a config',
  builder: (yargs) =>
    yargs
      .positional('name', { type: 'string', describe: 'A panel, which is printed as YAML' })
      .option('json', JSON_OPTION)
      .epilogue(
        'A device has the panel that its entry names, else the one that matches what the device says.',
      ),
  handler: async ({ name, json }) => {
    const setup = await readInUse();
    const { panels } = setup.config.snapshot;
    if (name === undefined) return list([...panels.values()], json);
    const panel = panels.get(name);
    if (panel === undefined) {
      throw new ExitError(EXIT.usage, `there is no panel "${name}"${hintFor(name, panels)}`);
    }
    if (json) say.json(panelRow(panel));
    else say.answer(textOf(panel, setup));
  },
};

/** The panel that was probably meant; else some whose name or title has the word in it. */
function hintFor(word: string, panels: ReadonlyMap<string, Panel>): string {
  const meant = didYouMean(word, panels.keys());
  if (meant !== '' || word === '') return meant;
  const wanted = word.toLowerCase();
  const similar = [...panels.values()]
    .filter(({ name, title }) => `${name} ${title ?? ''}`.toLowerCase().includes(wanted))
    .map(({ name }) => name);
  if (similar.length === 0) return '; stipple panels lists all';
  const shown = similar.slice(0, MAX_SIMILAR).join(', ');
  return `; there are ${shown}${similar.length > MAX_SIMILAR ? ' and others' : ''}`;
}

/** More names than a line holds help nobody. */
const MAX_SIMILAR = 6;

/** Nothing is written: instead of a missing config its embedded original is read. */
async function readInUse(): Promise<Setup> {
  const settings = loadSettings();
  const { configFile } = settings;
  return readSetup(settings, configFile !== null && existsSync(configFile) ? configFile : null, cliLogger());
}

function list(panels: readonly Panel[], json: boolean): void {
  const rows = panels.map(panelRow);
  if (json) say.json({ panels: rows });
  else for (const line of table(rows)) say.answer(line);
}

function table(rows: readonly PanelRow[]): readonly string[] {
  const cells = rows.map(({ name, size, inks, title, matches, source }) => [
    source === 'config' ? `${name} (config)` : name,
    size,
    inks,
    title,
    matches.join(' | ') || '-',
  ]);
  const all = [['NAME', 'FILE', 'INKS', 'TITLE', 'MATCHES'], ...cells];
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** An entry of the catalogue with its comments. One of the config stands where the operator knows it. */
function textOf({ name, source }: Panel, { assets, config }: Setup): string {
  if (source === 'config') return `# ${name} is an entry under \`panels\` of ${config.label}`;
  const sections = catalogueSections(readFileSync(assets.panelsFile, 'utf8'));
  const entry = sections.flatMap(({ entries }) => entries).find((one) => one.name === name);
  return `panels:\n${entry?.text ?? ''}`;
}

/** A panel in the columns of a table. */
interface PanelRow {
  readonly name: string;
  readonly title: string;
  /** Size of its file; with the turn where there is one. */
  readonly size: string;
  readonly inks: string;
  /** What a device says that has it; empty for one that must be named. */
  readonly matches: readonly string[];
  readonly source: Panel['source'];
}

/** The row of a panel. */
export function panelRow(panel: Panel): PanelRow {
  const { name, title, size, rotate, match, source } = panel;
  const turn = rotate === 0 ? '' : `, turned ${rotate}`;
  return {
    name,
    title: title ?? name,
    size: `${size === null ? 'any' : `${size.widthPx} x ${size.heightPx}`}${turn}`,
    inks: inksOf(panel),
    matches: match.map(describeMatch),
    source,
  };
}

function inksOf({ palette, png, ditherMeasured }: Panel): string {
  if (isTruecolour(png)) return 'truecolour';
  const inks = palette ?? FOUR_GREYS;
  if (inks.length === 2 && inks.every(isGrey)) return 'black and white';
  const kind = inks.every(isGrey) ? 'greys' : 'colours';
  return `${inks.length} ${kind}${ditherMeasured ? ', measured' : ''}`;
}
