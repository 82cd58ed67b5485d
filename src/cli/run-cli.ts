/** Reads the command line and runs one command. */
import yargs from 'yargs';
import { VERSION } from '../base/version.ts';
import { checkCommand } from './commands/check.ts';
import { healthCommand } from './commands/health.ts';
import { initCommand } from './commands/init.ts';
import { renderCommand } from './commands/render.ts';
import { repoCommand } from './commands/repo.ts';
import { serveCommand } from './commands/serve.ts';
import { statusCommand } from './commands/status.ts';
import { EXIT, ExitError } from './exit.ts';

/**
 * Run the command line.
 * @throws {ExitError} 1 for what went wrong, 64 for a wrong command line, 78 for a config that cannot be used
 */
export async function runCli(args: readonly string[]): Promise<void> {
  await yargs([...args])
    .scriptName('stipple')
    .usage('$0 [command]\n\nA render server for e-ink displays.')
    .version(VERSION)
    .strict()
    .demandCommand(0, 1)
    .recommendCommands()
    .exitProcess(false)
    .showHelpOnFail(false)
    .wrap(Math.min(100, process.stdout.columns ?? 80))
    .command(statusCommand)
    .command(serveCommand)
    .command(renderCommand)
    .command(checkCommand)
    .command(repoCommand)
    .command(initCommand)
    .command(healthCommand)
    .fail((message, error) => {
      // Commands report what went wrong by throwing; only yargs itself gives a message alone.
      throw error ?? new ExitError(EXIT.usage, `${message}\nSee: stipple --help`);
    })
    .parseAsync();
}
