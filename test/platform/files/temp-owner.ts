/** A process that makes temporary folders, says their paths, and lives until it is killed. */
import { makeTempFolder } from '../../../src/platform/files/temp-folders.ts';

const folders = [makeTempFolder(), makeTempFolder('check-'), makeTempFolder('repo-')];
process.stdout.write(`${JSON.stringify(folders.map(({ path }) => path))}\n`);
setInterval(() => undefined, 60_000);
