/** `stipple config undo`: makes an older text of the config the current one again, as a new revision. */
import type { CommandModule } from 'yargs';
import { describeConfigProblem } from '../../config/read/findings.ts';
import { parseConfig } from '../../config/read/parse.ts';
import { revisionToUndo } from '../../config/source/revisions.ts';
import type { State } from '../../state/state.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { loadSettings } from '../setup.ts';
import { currentRevision, revisionNumber, saveRevision, withStoredConfig } from '../stored-config.ts';

interface ConfigUndoArguments {
  revision: string | undefined;
}

export const configUndoCommand: CommandModule<object, ConfigUndoArguments> = {
  command: 'undo [revision]',
  describe: 'Go back to the revision before the current one, or to another one',
  builder: (yargs) =>
    yargs
      .positional('revision', { type: 'string', describe: 'The revision to go back to' })
      .epilogue(
        'STORE_URL says where the state store is. The old text becomes a new revision, so an undo can be undone.',
      ),
  handler: async ({ revision }) => {
    const wanted = revision === undefined ? null : revisionNumber('revision', revision);
    say.answer(await withStoredConfig(loadSettings(), (state) => undo(state, wanted)));
  },
};

async function undo(state: State, wanted: number | null): Promise<string> {
  const current = await currentRevision(state);
  const found = await revisionToUndo(state.config, current, wanted);
  if (!found.ok) throw new ExitError(EXIT.failed, found.error);
  const { revision, text } = found.value;
  if (text === current.text)
    return `nothing to undo: revision ${current.revision} has the text of ${revision}`;
  const parsed = parseConfig(text, `revision ${revision}`);
  if (!parsed.ok) throw new ExitError(EXIT.failed, parsed.error.map(describeConfigProblem).join('\n'));
  const saved = await saveRevision(
    state,
    current.revision,
    text,
    `stipple config undo to revision ${revision}`,
  );
  return `saved the text of revision ${revision} as revision ${saved}`;
}
