/**
 * A process that counts up a number in each of some config files, in all of them at once:
 * `counting-child <times> <file>...`. Prints `<index of the file> <number>` once a number is written.
 */
import { writeSync } from 'node:fs';
import { ok } from '../../../src/platform/base/result.ts';
import { type Opened, openFile } from './open-writer.ts';

const [times = '0', ...files] = process.argv.slice(2);

async function count({ writer }: Opened, name: number): Promise<void> {
  for (let done = 0; done < Number(times); done++) {
    const written = await writer.change(({ snapshot }) => {
      const next = snapshot.screenRepoRefreshIntervalSeconds + 1;
      const device = { screen: 'clock', params: { next, text: 'x'.repeat(next % 50) } };
      return ok({
        edits: [
          { kind: 'set', path: ['screen_repo_refresh_interval'], value: next },
          { kind: 'set', path: ['devices', 'DEFAULT'], value: device },
        ],
        value: next,
      });
    });
    if (!written.ok) throw new Error(written.error.message);
    writeSync(1, `${name} ${written.value}\n`);
  }
}

const opened = await Promise.all(files.map(openFile));
writeSync(1, 'ready\n');
await Promise.all(opened.map(count));
