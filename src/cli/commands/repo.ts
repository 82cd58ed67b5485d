/** `stipple repo`: for authors of screen repos. */
import type { CommandModule } from 'yargs';
import { repoCheckCommand } from './repo-check.ts';
import { repoInitCommand } from './repo-init.ts';
import { repoPackCommand } from './repo-pack.ts';

export const repoCommand: CommandModule = {
  command: 'repo',
  describe: 'Make, check and preview a repository of screens',
  builder: (yargs) =>
    yargs
      .command(repoInitCommand)
      .command(repoCheckCommand)
      .command(repoPackCommand)
      .demandCommand(1, 'repo: expected init, check or pack'),
  handler: () => undefined,
};
