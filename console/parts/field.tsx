/** A labelled field of a form, with its hint and what is wrong with it. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** What the control inside has to take over, so that its label, hint and problem are read with it. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

interface FieldProps {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly problem?: string | null | undefined;
  /** Beside the control, such as `°C`. */
  readonly unit?: string | undefined;
  /** Below all else, such as what somebody else has changed. */
  readonly note?: ComponentChildren;
  readonly children: (control: ControlProps) => ComponentChildren;
}

export function Field({ label, hint, problem, unit, note, children }: FieldProps) {
  const id = useId();
  const isWrong = problem !== undefined && problem !== null && problem !== '';
  const described = [hint === undefined ? '' : `${id}-hint`, isWrong ? `${id}-problem` : ''].filter(
    (one) => one !== '',
  );
  return (
    <div class="field" data-invalid={isWrong}>
      <label for={id}>{label}</label>
      <div class="control">
        {children({
          id,
          'aria-describedby': described.length === 0 ? undefined : described.join(' '),
          'aria-invalid': isWrong ? true : undefined,
        })}
        {unit !== undefined && <span class="unit">{unit}</span>}
      </div>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {isWrong && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {note}
    </div>
  );
}
