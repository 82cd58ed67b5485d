/** Writes the table of calls in docs/admin-api.md: `npm run docs:calls`. */
import { writeFileSync } from 'node:fs';
import { ADMIN_PAGE, pageWithCalls } from './admin-calls-table.ts';

writeFileSync(ADMIN_PAGE, pageWithCalls());
