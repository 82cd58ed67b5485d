/** Writes docs/panels.md: `npm run docs:panels`. */
import { writeFileSync } from 'node:fs';
import { PAGE_FILE, panelPage } from './page.ts';

writeFileSync(PAGE_FILE, panelPage());
