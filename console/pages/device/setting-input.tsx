/** One setting: its control, and what counts while it is not set here. */
import type { ComponentChildren } from 'preact';
import type { Assignable, OneDevice } from '../../api/types.ts';
import { type ControlProps, Field } from '../../parts/field.tsx';
import { choicesOf, isNumber, type SettingField, textOfSetting } from './setting-fields.ts';

interface SettingInputProps {
  readonly field: SettingField;
  readonly device: OneDevice;
  readonly assignable: Assignable | null;
  readonly text: string;
  readonly problem: string | undefined;
  readonly note: ComponentChildren;
  readonly disabled: boolean;
  readonly onInput: (name: string, text: string) => void;
}

export function SettingInput(props: SettingInputProps) {
  const { field, device, problem, note } = props;
  const { name, label, unit, hint } = field;
  const effective = device.effective.settings[name];
  const inherited =
    effective === undefined || effective.from === `devices.${device.key}`
      ? ''
      : `Now ${textOfSetting(effective.value)}, from ${effective.from}.`;
  const text = [hint ?? '', inherited].filter((part) => part !== '').join(' ');
  return (
    <Field
      label={label}
      unit={unit === 'seconds' ? 's' : unit}
      hint={text === '' ? undefined : text}
      problem={problem}
      note={note}
    >
      {(control) => <Control {...props} control={control} />}
    </Field>
  );
}

function Control({
  field,
  assignable,
  text,
  disabled,
  onInput,
  control,
}: SettingInputProps & { readonly control: ControlProps }) {
  const { name } = field;
  const known = choicesOf(field, assignable);
  if (known === null) {
    return (
      <input
        {...control}
        type="text"
        autocomplete="off"
        inputMode={isNumber(field) ? 'decimal' : 'text'}
        disabled={disabled}
        value={text}
        onInput={(event) => onInput(name, event.currentTarget.value)}
      />
    );
  }
  return (
    <select
      {...control}
      disabled={disabled}
      value={text}
      onChange={(event) => onInput(name, event.currentTarget.value)}
    >
      <option value="">Not set</option>
      {text !== '' && !known.some(([value]) => value === text) && <option value={text}>{text}</option>}
      {known.map(([value, title]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </select>
  );
}
