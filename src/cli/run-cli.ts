/** Reads the command line and runs one command. */
import yargs from 'yargs';
import { VERSION } from '../base/version.ts';
import { healthCommand } from './commands/health.ts';
import { initCommand } from './commands/init.ts';
import { renderCommand } from './commands/render.ts';
import { serveCommand } from './commands/serve.ts';
import { statusCommand } from './commands/status.ts';
import { EXIT, ExitError } from './exit.ts';
import { say } from './output.ts';

/**
 * Run the command line.
 * @returns the exit code: 0, 1 for what went wrong, 64 for a wrong command line, 78 for a config that cannot be used
 */
export async function runCli(args: readonly string[]): Promise<number> {
  let exitCode: number = EXIT.ok;
  const parser = yargs([...args])
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
    .command(initCommand)
    .command(healthCommand)
    .fail((message, error) => {
      // Commands report what went wrong by throwing; only yargs itself gives a message alone.
      throw error ?? new ExitError(EXIT.usage, `${message}\nSee: stipple --help`);
    });
  try {
    await parser.parseAsync();
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    if (error.message !== '') say.error(`stipple: ${error.message}`);
    exitCode = error.exitCode;
  }
  return exitCode;
}
