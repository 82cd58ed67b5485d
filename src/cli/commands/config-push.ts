/** `stipple config push`: checks a file, and makes it the config of all servers that have it in the state store. */
import path from 'node:path';
import type { CommandModule } from 'yargs';
import { weakAdminToken } from '../../config/read/admin-token-strength.ts';
import { parseConfig } from '../../config/read/parse.ts';
import { readConfigText } from '../../config/source/load.ts';
import { statFile } from '../../platform/files/files.ts';
import { checkConfig } from '../check/config.ts';
import { countLevels, printReport } from '../check/report.ts';
import { EXIT, ExitError } from '../exit.ts';
import { plural, say } from '../output.ts';
import { loadSettings } from '../setup.ts';
import { revisionNumber, saveRevision, withStoredConfig } from '../stored-config.ts';

interface ConfigPushArguments {
  file: string;
  expect: string | undefined;
  force: boolean;
}

export const configPushCommand: CommandModule<object, ConfigPushArguments> = {
  command: 'push <file>',
  describe: 'Check a config, and save it in the state store for all servers',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: 'The config' })
      .option('expect', {
        type: 'string',
        nargs: 1,
        describe: 'Only if this revision is still current; 0: only if there is none',
      })
      .option('force', {
        type: 'boolean',
        default: false,
        describe:
          'Also with errors that only concern some devices, such as screens that are not on this machine',
      })
      .example('$0 config push config.yaml --expect 12', 'What was pulled as revision 12, and edited since')
      .epilogue(
        'STORE_URL says where the state store is. Servers with CONFIG_FILE=store: use it within seconds.',
      ),
  handler: push,
};

async function push({ file, expect, force }: ConfigPushArguments): Promise<void> {
  const expected = expect === undefined ? null : revisionNumber('--expect', expect, 0);
  if (!statFile(file)?.isFile()) throw new ExitError(EXIT.usage, `${file}: there is no such file`);
  const text = readChecked(file, force);
  const saved = await withStoredConfig(loadSettings(), async (state) => {
    const current = await state.config.current();
    refuseWeakToken(file, text, current?.text ?? null);
    const before = expected ?? current?.revision ?? 0;
    if (current?.text === text && current.revision === before) return null;
    return saveRevision(state, before, text, `stipple config push ${path.basename(file)}`);
  });
  if (saved === null) say.answer('nothing to save: the current revision has this text already');
  else say.answer(`saved as revision ${saved}`);
}

/** @throws {ExitError} 1 for an admin token that may be guessed, unless it stands in the current revision already */
function refuseWeakToken(file: string, text: string, before: string | null): void {
  const parsed = parseConfig(text, file);
  const weak = parsed.ok ? weakAdminToken(parsed.value) : null;
  if (!parsed.ok || weak === null) return;
  const old = before === null ? null : parseConfig(before, file);
  if (old?.ok && old.value.secrets.adminToken === parsed.value.secrets.adminToken) return;
  throw new ExitError(EXIT.failed, `nothing was saved: ${file}:${weak.line}:${weak.column}: ${weak.message}`);
}

/**
 * The text of a config that servers can use.
 * @throws {ExitError} 1 after printing what is wrong
 */
function readChecked(file: string, force: boolean): string {
  const report = checkConfig(file);
  printReport(report);
  const text = readConfigText({ kind: 'file', path: file }, file);
  const errors = countLevels(report).error;
  const isUsable = text.ok && (errors === 0 || (force && parseConfig(text.value, file).ok));
  if (isUsable) return text.value;
  throw new ExitError(EXIT.failed, `nothing was saved: ${file} has ${plural(errors, 'error')}`);
}
