/** The settings of the device and the params of its screen, as the entry in the config has them, and the picture they make. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { FieldProblem } from '../../api/call.ts';
import { mayDo } from '../../api/session.ts';
import type { Assignable, FleetRow, OneDevice, ScreenView } from '../../api/types.ts';
import { findScreen, screensOf, useAssignable } from '../../parts/assignables.ts';
import { Button } from '../../parts/button.tsx';
import { guardLeaving } from '../../parts/location.ts';
import { ProblemSummary } from '../../parts/problem-summary.tsx';
import { say } from '../../parts/toasts.tsx';
import { problemsOf, refOfName } from './device-data.ts';
import { fieldNotes } from './field-notes.tsx';
import { LivePicture } from './live-picture.tsx';
import { conflictProblem, saveDraft } from './save-settings.ts';
import {
  type Conflict,
  conflictsOf,
  resolved,
  type SettingsDraft,
  shownOf,
  withField,
  withParams,
  withScreen,
} from './settings-draft.ts';
import { SettingsFields } from './settings-fields.tsx';

interface SettingsFormProps {
  readonly device: OneDevice;
  /** Null until it is there, and for DEFAULT. */
  readonly row: FleetRow | null;
  readonly onSaved: () => Promise<void>;
}

export function SettingsForm({ device, row, onSaved }: SettingsFormProps) {
  const assignable = useAssignable().value.value;
  const { draft, problems, screen, shown, save, choose, discard } = useDraft(device, assignable, onSaved);
  const isReadOnly = !mayDo('admin');
  const notes = fieldNotes({ device, draft: draft.value, screen, onChoose: choose });
  return (
    <div class="device-columns settings-columns">
      <form
        class="card form"
        noValidate
        aria-labelledby="settings-title"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <h2 id="settings-title">{device.registered ? 'Settings' : 'Give it a screen'}</h2>
        {!device.registered && (
          <p class="muted">It calls, and the config has no entry for it. With a screen it gets one.</p>
        )}
        <SettingsFields
          device={device}
          assignable={assignable}
          shown={shown}
          isReadOnly={isReadOnly}
          screen={screen}
          notes={notes}
          problems={problems.value}
          onScreen={(ref) => {
            const names = paramNames(findScreen(assignable, ref));
            draft.value = withScreen(draft.value, device, ref, names);
          }}
          onParams={(params) => {
            draft.value = withParams(draft.value, device, shown.params, params);
          }}
          onText={(name, text) => {
            draft.value = withField(draft.value, device, name, text);
          }}
        />
        <ProblemSummary problems={problems.value} failed="Not saved" />
        <FormActions isReadOnly={isReadOnly} isChanged={draft.value !== null} onDiscard={discard} />
      </form>
      {!isReadOnly && screen !== undefined && (
        <LivePicture
          device={device}
          row={row}
          screen={screen}
          shown={shown}
          isChanged={draft.value !== null}
        />
      )}
    </div>
  );
}

/** The draft of the form, with what the server found wrong in it. */
function useDraft(device: OneDevice, assignable: Assignable | null, onSaved: () => Promise<void>) {
  /** Null while nothing was changed: then it follows the server. */
  const draft = useSignal<SettingsDraft | null>(null);
  const problems = useSignal<readonly FieldProblem[]>([]);
  useEffect(() => guardLeaving(() => draft.value !== null), []);
  const screen = shownScreen(device, draft.value, assignable);
  const takes = paramNames(screen);
  const save = async (): Promise<void> => {
    if (draft.value === null) return;
    try {
      problems.value = await saveDraft(device, draft.value, takes);
      await onSaved();
      if (problems.value.length > 0) return;
      draft.value = null;
      say('Saved. It counts from the next poll on.');
    } catch (cause) {
      problems.value = problemsOf(cause);
    }
  };
  const choose = (conflict: Conflict, choice: 'mine' | 'theirs'): void => {
    if (draft.value === null) return;
    draft.value = resolved(draft.value, conflict, choice);
    // This one is settled: show the next one.
    const left = new Set(conflictsOf(device, draft.value).map(({ name }) => name));
    problems.value = problems.value.filter(
      ({ field, message }) => message !== conflictProblem(field).message || left.has(field),
    );
  };
  const discard = (): void => {
    draft.value = null;
    problems.value = [];
  };
  return { draft, problems, screen, shown: shownOf(device, draft.value, takes), save, choose, discard };
}

interface FormActionsProps {
  readonly isReadOnly: boolean;
  readonly isChanged: boolean;
  readonly onDiscard: () => void;
}

function FormActions({ isReadOnly, isChanged, onDiscard }: FormActionsProps) {
  if (isReadOnly) return <p class="muted">Settings are changed by admins.</p>;
  return (
    <div class="actions">
      <Button type="submit" kind="primary" disabled={!isChanged}>
        Save
      </Button>
      {isChanged && <Button onPress={onDiscard}>Discard</Button>}
    </div>
  );
}

/** The screen whose params are asked for: that of the form, else the one that counts. */
function shownScreen(
  device: OneDevice,
  draft: SettingsDraft | null,
  assignable: Assignable | null,
): ScreenView | undefined {
  const { screen } = shownOf(device, draft, new Set());
  const name = screen === '' ? device.effective.settings['screen']?.value : screen;
  return findScreen(
    assignable,
    refOfName(
      name,
      screensOf(assignable).map(({ ref }) => ref),
    ),
  );
}

function paramNames(screen: ScreenView | undefined): ReadonlySet<string> {
  return new Set(screen?.params.map(({ name }) => name));
}
