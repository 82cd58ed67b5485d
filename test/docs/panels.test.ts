import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { panelCatalogue } from '../../src/config/read/panel-catalogue.ts';
import { PAGE_FILE, panelPage } from '../panels/page.ts';

it('docs/panels.md is what `npm run docs:panels` makes of the catalogue, with a row for each panel', () => {
  const page = readFileSync(PAGE_FILE, 'utf8');
  assert.equal(page, panelPage());
  for (const name of panelCatalogue().keys()) assert.equal(page.split(`\n| \`${name}\` |`).length, 2, name);
});
