/** The settings of the device and the params of its screen, as the entry in the config has them. */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { callAdmin, type FieldProblem } from '../../api/call.ts';
import { mayDo } from '../../api/session.ts';
import type { Assignable, OneDevice, ScreenView } from '../../api/types.ts';
import { findScreen, screensOf, useAssignable } from '../../parts/assignables.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { guardLeaving } from '../../parts/location.ts';
import { ParamsForm, type ParamValues, paramProblems } from '../../parts/params-form.tsx';
import { ScreenSelect } from '../../parts/screen-select.tsx';
import { say } from '../../parts/toasts.tsx';
import { deviceCall, problemsOf, refOfName } from './device-data.ts';
import { ALL_SETTINGS, PLAIN_SETTINGS, RARE_SETTINGS, type SettingField } from './setting-fields.ts';
import { SettingInput } from './setting-input.tsx';
import { changeOf, draftOf, type SettingsDraft } from './settings-draft.ts';

interface SettingsFormProps {
  readonly device: OneDevice;
  readonly onSaved: () => Promise<void>;
}

export function SettingsForm({ device, onSaved }: SettingsFormProps) {
  const assignable = useAssignable().value.value;
  /** Null while nothing was changed: then it follows the server. */
  const draft = useSignal<SettingsDraft | null>(null);
  const problems = useSignal<readonly FieldProblem[]>([]);
  useEffect(
    () => guardLeaving(() => draft.value !== null && changeOf(device, draft.value) !== null),
    [device],
  );
  const shown = draft.value ?? draftOf(device);
  const change = changeOf(device, shown);
  const screen = shownScreen(device, shown, assignable);
  const save = async (): Promise<void> => {
    if (change === null) return;
    try {
      await send(device, change);
      problems.value = [];
      await onSaved();
      draft.value = null;
      say('Saved. It counts from the next poll on.');
    } catch (cause) {
      problems.value = problemsOf(cause);
    }
  };
  const isReadOnly = !mayDo('admin');
  return (
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
      <OtherProblems problems={problems.value} params={screen} />
      <Fields {...{ device, assignable, shown, draft, isReadOnly, screen }} problems={problems.value} />
      {isReadOnly ? (
        <p class="muted">Settings are changed by admins.</p>
      ) : (
        <div class="actions">
          <Button type="submit" kind="primary" disabled={change === null}>
            Save
          </Button>
          {draft.value !== null && (
            <Button
              onPress={() => {
                draft.value = null;
                problems.value = [];
              }}
            >
              Discard
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

function send({ key, registered }: OneDevice, change: Readonly<Record<string, unknown>>): Promise<unknown> {
  if (registered) return callAdmin(deviceCall(key), { method: 'PATCH', body: change });
  return callAdmin('/devices', { method: 'POST', body: { ...change, key } });
}

/** The screen whose params are asked for: that of the form, else the one that counts. */
function shownScreen(
  { effective }: OneDevice,
  { screen }: SettingsDraft,
  assignable: Assignable | null,
): ScreenView | undefined {
  const name = screen === '' ? effective.settings['screen']?.value : screen;
  return findScreen(
    assignable,
    refOfName(
      name,
      screensOf(assignable).map(({ ref }) => ref),
    ),
  );
}

interface FieldsProps {
  readonly device: OneDevice;
  readonly assignable: Assignable | null;
  readonly shown: SettingsDraft;
  readonly draft: Signal<SettingsDraft | null>;
  readonly isReadOnly: boolean;
  readonly screen: ScreenView | undefined;
  readonly problems: readonly FieldProblem[];
}

function Fields({ device, assignable, shown, draft, isReadOnly, screen, problems }: FieldsProps) {
  const change = (part: Partial<SettingsDraft>): void => {
    draft.value = { ...shown, ...part };
  };
  const problemOf = (name: string): string | undefined =>
    problems.find(({ field }) => field === name)?.message;
  const input = (name: string, text: string): void => change({ texts: { ...shown.texts, [name]: text } });
  const inputFor = (field: SettingField) => (
    <SettingInput
      key={field.name}
      device={device}
      assignable={assignable}
      disabled={isReadOnly}
      onInput={input}
      field={field}
      text={shown.texts[field.name] ?? ''}
      problem={problemOf(field.name)}
    />
  );
  return (
    <>
      <Field label="Screen" hint={screen?.description || undefined} problem={problemOf('screen')}>
        {(control) => (
          <ScreenSelect
            control={control}
            assignable={assignable}
            value={shown.screen}
            none={device.registered ? 'That of its groups, or the default' : 'Choose a screen'}
            disabled={isReadOnly}
            onChange={(ref) => change({ screen: ref, params: paramsFor(device, ref, assignable) })}
          />
        )}
      </Field>
      {screen !== undefined && (
        <fieldset class="params-of">
          <legend>Params of {screen.title}</legend>
          <ParamsForm
            params={screen.params}
            values={shown.params}
            problems={paramProblems(problems)}
            disabled={isReadOnly}
            onChange={(params) => change({ params })}
          />
        </fieldset>
      )}
      {PLAIN_SETTINGS.map(inputFor)}
      <details open={RARE_SETTINGS.some(({ name }) => problemOf(name) !== undefined)}>
        <summary>Advanced</summary>
        <div class="form">{RARE_SETTINGS.map(inputFor)}</div>
      </details>
    </>
  );
}

/** What another screen takes over of the params that are set. */
function paramsFor(device: OneDevice, ref: string, assignable: Assignable | null): ParamValues {
  const { params: own, screen } = draftOf(device);
  if (ref === screen) return own;
  const names = new Set(findScreen(assignable, ref)?.params.map(({ name }) => name));
  return Object.fromEntries(Object.entries(own).filter(([name]) => names.has(name)));
}

/** Problems of no field in sight must not get lost. */
function OtherProblems({
  problems,
  params,
}: {
  readonly problems: readonly FieldProblem[];
  readonly params: ScreenView | undefined;
}) {
  const names = new Set(['screen', ...ALL_SETTINGS.map(({ name }) => name)]);
  const others = problems.filter(
    ({ field }) => !names.has(field) && !(params !== undefined && field.startsWith('params.')),
  );
  return (
    <>
      {others.map(({ field, message }) => (
        <p key={`${field} ${message}`} class="notice bad" role="alert">
          {message}
        </p>
      ))}
    </>
  );
}
