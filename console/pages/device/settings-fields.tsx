/** The fields of the form: the screen, its params, the settings. */
import type { ComponentChildren } from 'preact';
import type { FieldProblem } from '../../api/call.ts';
import type { Assignable, OneDevice, ScreenView } from '../../api/types.ts';
import { Field } from '../../parts/field.tsx';
import { ParamsForm, type ParamValues, paramProblems } from '../../parts/params-form.tsx';
import { ScreenSelect } from '../../parts/screen-select.tsx';
import { PLAIN_SETTINGS, RARE_SETTINGS, type SettingField } from './setting-fields.ts';
import { SettingInput } from './setting-input.tsx';
import { PARAM, type ShownSettings } from './settings-draft.ts';

interface SettingsFieldsProps {
  readonly device: OneDevice;
  readonly assignable: Assignable | null;
  readonly shown: ShownSettings;
  readonly isReadOnly: boolean;
  /** The screen whose params are asked for. */
  readonly screen: ScreenView | undefined;
  readonly problems: readonly FieldProblem[];
  /** By the names of the fields. */
  readonly notes: ReadonlyMap<string, ComponentChildren>;
  readonly onScreen: (ref: string) => void;
  readonly onParams: (params: ParamValues) => void;
  readonly onText: (name: string, text: string) => void;
}

export function SettingsFields(props: SettingsFieldsProps) {
  const { device, assignable, shown, isReadOnly, screen, problems, notes } = props;
  const problemOf = (name: string): string | undefined =>
    problems.find(({ field }) => field === name)?.message;
  const inputFor = (field: SettingField) => (
    <SettingInput
      key={field.name}
      device={device}
      assignable={assignable}
      disabled={isReadOnly}
      onInput={props.onText}
      field={field}
      text={shown.texts[field.name] ?? ''}
      problem={problemOf(field.name)}
      note={notes.get(field.name)}
    />
  );
  const isInNeed = ({ name }: SettingField): boolean => problemOf(name) !== undefined || notes.has(name);
  return (
    <>
      <Field
        label="Screen"
        hint={screen?.description || undefined}
        problem={problemOf('screen')}
        note={notes.get('screen')}
      >
        {(control) => (
          <ScreenSelect
            control={control}
            assignable={assignable}
            value={shown.screen}
            none={device.registered ? 'That of its groups, or the default' : 'Choose a screen'}
            // An entry that has a screen keeps one: the API removes none.
            canBeNone={device.screen === null}
            disabled={isReadOnly}
            onChange={props.onScreen}
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
            notes={paramNotes(notes)}
            disabled={isReadOnly}
            onChange={props.onParams}
          />
        </fieldset>
      )}
      {PLAIN_SETTINGS.map(inputFor)}
      <details open={RARE_SETTINGS.some(isInNeed)}>
        <summary>Advanced</summary>
        <div class="form">{RARE_SETTINGS.map(inputFor)}</div>
      </details>
    </>
  );
}

function paramNotes(notes: ReadonlyMap<string, ComponentChildren>): ReadonlyMap<string, ComponentChildren> {
  const ofParams = [...notes].filter(([name]) => name.startsWith(PARAM));
  return new Map(ofParams.map(([name, note]) => [name.slice(PARAM.length), note]));
}
