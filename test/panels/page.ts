/** Makes docs/panels.md: a head by hand, and the panels of the catalogue with the comments of its YAML. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { panelRow } from '../../src/cli/commands/panels.ts';
import { type CatalogueEntry, catalogueSections } from '../../src/config/read/catalogue-text.ts';
import { readCatalogue } from '../../src/config/read/panel-catalogue.ts';
import { nativeSize } from '../../src/domain/mount.ts';
import type { Panel } from '../../src/domain/panel.ts';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { specOf } from './draw-panel.ts';

const TEXT = readFileSync(path.join(PACKAGE_ROOT, 'assets/panels.yaml'), 'utf8');
const HEAD = path.join(PACKAGE_ROOT, 'test/panels/page-head.md');

export const PAGE_FILE: string = path.join(PACKAGE_ROOT, 'docs/panels.md');

/** The page as it has to be. */
export function panelPage(): string {
  const panels = readCatalogue(TEXT);
  const sections = catalogueSections(TEXT).flatMap(({ title, paragraphs, entries }) => [
    `### ${title}`,
    ...paragraphs,
    ['| name | panel | file | inks | most bytes | found by | notes |', '|---|---|---|---|---|---|---|']
      .concat(entries.map((entry) => rowOf(entry, panels)))
      .join('\n'),
  ]);
  return `${[readFileSync(HEAD, 'utf8').trimEnd(), ...sections].join('\n\n')}\n`;
}

function rowOf({ name, note }: CatalogueEntry, panels: ReadonlyMap<string, Panel>): string {
  const panel = panels.get(name);
  if (panel === undefined) throw new Error(`${name} is no entry of the catalogue`);
  const { title, size, inks, matches } = panelRow(panel);
  const spec = specOf(panel);
  const layout = spec.rotate === 0 ? '' : `; seen as ${spec.widthPx} x ${spec.heightPx}`;
  const most = panel.size === null ? 'by size' : `${spec.maxPngBytes}`;
  const found = matches.map((match) => `\`${match}\``).join(', ') || 'its name';
  const { widthPx, heightPx } = nativeSize(spec);
  if (panel.size !== null && !size.startsWith(`${widthPx} x ${heightPx}`)) throw new Error(name);
  return `| \`${name}\` | ${title} | ${size}${layout} | ${inks} | ${most} | ${found} | ${note} |`;
}
