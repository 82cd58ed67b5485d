// Copies what ships with the server into dist/assets: the embedded screens and config, and the fonts of the
// npm packages (with their licences).
import { cpSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFileSync } from 'node:fs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
cpSync(path.join(root, 'assets'), path.join(root, 'dist/assets'), { recursive: true });
writeFileSync(path.join(root, 'dist/build-stamp'), '');
