/** Prints the packages of Debian that tests need and that are not installed, one a line. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const tools = JSON.parse(readFileSync(new URL('../test/tools.json', import.meta.url), 'utf8'));
const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin'];
const missing = Object.values(tools).filter(({ program, folder }) => {
  const places = program === undefined ? [folder] : folders.map((at) => path.join(at, program));
  return !places.some((at) => existsSync(at));
});
process.stdout.write([...new Set(missing.map((tool) => `${tool.package}\n`))].join(''));
