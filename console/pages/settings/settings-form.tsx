/** The settings of the whole server. */
import { useSignal } from '@preact/signals';
import { SERVER_SETTING_ROWS } from '../../../src/domain/server-settings.ts';
import type { SettingKind } from '../../../src/domain/setting.ts';
import { CallError, callAdmin } from '../../api/call.ts';
import { mayDo } from '../../api/session.ts';
import type { SettingsView } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { type ControlProps, Field } from '../../parts/field.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Tag } from '../../parts/tag.tsx';
import { say, sayError } from '../../parts/toasts.tsx';
import { useLoad } from '../../parts/use-load.ts';

type Name = Exclude<keyof SettingsView, 'read_only_reason'>;
type Value = boolean | number | string;
type Draft = Partial<Record<Name, Value>>;

interface Setting {
  readonly name: Name;
  readonly label: string;
  readonly hint: string | undefined;
  readonly unit: string | undefined;
  /** What it can be; null for a number. */
  readonly choices: readonly (readonly [Value, string])[] | null;
}

const SETTINGS: readonly Setting[] = SERVER_SETTING_ROWS.map(
  ([name, { kind, label, hint, unit, meanings }]) => ({
    name,
    label: label ?? name,
    hint,
    unit: unit === 'seconds' ? 's' : unit,
    choices:
      meanings === undefined
        ? null
        : Object.entries(meanings).map(([word, text]) => [valueOfWord(kind, word), text] as const),
  }),
);

function valueOfWord(kind: SettingKind, word: string): Value {
  if (kind === 'flag') return word === 'true';
  return kind === 'integer' ? Number(word) : word;
}

export function SettingsForm() {
  const loaded = useLoad((signal) => callAdmin<SettingsView>('/settings', { signal }), [], {
    topics: ['config'],
  });
  const draft = useSignal<Draft>({});
  const problems = useSignal<ReadonlyMap<string, string>>(new Map());
  const save = async (): Promise<void> => {
    try {
      await callAdmin('/settings', { method: 'PATCH', body: draft.value });
      [draft.value, problems.value] = [{}, new Map()];
      say('Saved. The settings are in use.');
      await loaded.reload();
    } catch (cause) {
      const wrong = cause instanceof CallError ? cause.problems : [];
      problems.value = new Map(wrong.map(({ field, message }) => [field, message]));
      if (!wrong.some(({ field }) => SETTINGS.some(({ name }) => name === field))) sayError(cause);
    }
  };
  const isChanged = Object.keys(draft.value).length > 0;
  return (
    <section class="card">
      <h2>Settings</h2>
      <Loading loaded={loaded}>
        {(settings) => (
          <form
            class="form"
            onSubmit={(event) => {
              event.preventDefault();
              void save();
            }}
          >
            {SETTINGS.map((setting) => (
              <SettingField
                key={setting.name}
                setting={setting}
                settings={settings}
                draft={draft.value}
                problem={problems.value.get(setting.name)}
                onChange={(value) => {
                  const { [setting.name]: _, ...others } = draft.value;
                  const isAsBefore = value === settings[setting.name].value;
                  draft.value = isAsBefore ? others : { ...others, [setting.name]: value };
                }}
              />
            ))}
            {mayDo('admin') && (
              <div class="actions">
                <Button kind="primary" type="submit" disabled={!isChanged}>
                  Save settings
                </Button>
                {isChanged && <Button onPress={() => (draft.value = {})}>Discard changes</Button>}
              </div>
            )}
          </form>
        )}
      </Loading>
    </section>
  );
}

interface SettingFieldProps {
  readonly setting: Setting;
  readonly settings: SettingsView;
  readonly draft: Draft;
  readonly problem: string | undefined;
  readonly onChange: (value: Value) => void;
}

function SettingField({ setting, settings, draft, problem, onChange }: SettingFieldProps) {
  const { name, label, hint, unit } = setting;
  const { value, source } = settings[name];
  const isOwn = source === 'config';
  return (
    <Field
      label={
        <>
          {label} <Tag tone={isOwn ? 'notice' : 'neutral'}>{isOwn ? 'from the config' : 'default'}</Tag>
        </>
      }
      hint={hint}
      problem={problem}
      unit={unit}
    >
      {(control) => (
        <Control setting={setting} value={draft[name] ?? value} onChange={onChange} control={control} />
      )}
    </Field>
  );
}

interface SettingControlProps {
  readonly setting: Setting;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly control: ControlProps;
}

function Control({ setting: { name, choices }, value, onChange, control }: SettingControlProps) {
  const shared = { ...control, name, disabled: !mayDo('admin') };
  if (choices === null) {
    return (
      <input
        {...shared}
        type="number"
        inputMode="numeric"
        value={String(value)}
        onInput={(event) => {
          const { value: text, valueAsNumber } = event.currentTarget;
          // What is no number is sent as it is: the server says what is wrong with it.
          onChange(Number.isNaN(valueAsNumber) ? text : valueAsNumber);
        }}
      />
    );
  }
  return (
    <select
      {...shared}
      value={String(value)}
      onChange={(event) => {
        const { value: text } = event.currentTarget;
        const chosen = choices.find(([one]) => String(one) === text);
        if (chosen !== undefined) onChange(chosen[0]);
      }}
    >
      {choices.map(([one, text]) => (
        <option key={String(one)} value={String(one)}>
          {text}
        </option>
      ))}
    </select>
  );
}
