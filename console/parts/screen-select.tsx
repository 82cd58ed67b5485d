/** A screen to choose, by its source. */
import type { Assignable } from '../api/types.ts';
import type { ControlProps } from './field.tsx';

interface ScreenSelectProps {
  readonly assignable: Assignable | null;
  /** `handle/path`; empty for none. */
  readonly value: string;
  readonly onChange: (ref: string) => void;
  /** What the empty choice means. */
  readonly none: string;
  /** False where there has to be a screen. */
  readonly canBeNone?: boolean;
  readonly control?: ControlProps;
  readonly label?: string;
  readonly disabled?: boolean;
}

export function ScreenSelect({
  assignable,
  value,
  onChange,
  none,
  canBeNone = true,
  control,
  label,
  disabled,
}: ScreenSelectProps) {
  const sources = assignable?.screen_repos.filter(({ screens }) => screens.length > 0) ?? [];
  const isKnown = value === '' || sources.some(({ screens }) => screens.some(({ ref }) => ref === value));
  return (
    <select
      {...control}
      aria-label={label}
      disabled={disabled}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="" disabled={!canBeNone}>
        {none}
      </option>
      {!isKnown && <option value={value}>{value} (not there)</option>}
      {sources.map(({ handle, name, screens }) => (
        <optgroup key={handle} label={name}>
          {screens.map(({ ref, title }) => (
            <option key={ref} value={ref}>
              {title} — {ref}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}
