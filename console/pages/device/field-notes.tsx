/** What fields say of changes that somebody else has made while the form was open. */
import type { ComponentChildren } from 'preact';
import type { OneDevice, ScreenView } from '../../api/types.ts';
import { type Conflict, changedByOthers, conflictsOf, PARAM, type SettingsDraft } from './settings-draft.ts';

interface NotesOf {
  readonly device: OneDevice;
  readonly draft: SettingsDraft | null;
  /** The screen whose params the form shows. */
  readonly screen: ScreenView | undefined;
  readonly onChoose: (conflict: Conflict, choice: 'mine' | 'theirs') => void;
}

/** The notes by the names of the fields. */
export function fieldNotes({
  device,
  draft,
  screen,
  onChoose,
}: NotesOf): ReadonlyMap<string, ComponentChildren> {
  const notes = new Map<string, ComponentChildren>();
  const textOf = (name: string, value: unknown): string => {
    const param = screen?.params.find((one) => PARAM + one.name === name);
    return param?.sensitive === true && value !== undefined ? 'another value' : valueText(value);
  };
  for (const [name, before] of changedByOthers(device, draft)) {
    notes.set(name, <p class="note">Changed by somebody else meanwhile; it was {textOf(name, before)}.</p>);
  }
  for (const conflict of conflictsOf(device, draft)) {
    const { name } = conflict;
    const [mine, theirs] = [textOf(name, conflict.mine), textOf(name, conflict.theirs)];
    notes.set(
      name,
      <div class="note conflict">
        <p>
          Changed by somebody else meanwhile to <strong>{theirs}</strong>; here it is <strong>{mine}</strong>.
        </p>
        <div class="actions">
          <button type="button" class="button" onClick={() => onChoose(conflict, 'theirs')}>
            Take {theirs}
          </button>
          <button type="button" class="button" onClick={() => onChoose(conflict, 'mine')}>
            Keep {mine}
          </button>
        </div>
      </div>,
    );
  }
  return notes;
}

/** Characters that tell two values apart; longer ones are in the field. */
const SHOWN = 60;

function valueText(value: unknown): string {
  if (value === undefined || value === '') return 'not set';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
