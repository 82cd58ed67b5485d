/**
 * What of a form was refused, said beside the button that was pressed: long forms have their fields out of sight. The first
 * field at fault gets the focus, and each of them can be reached from here.
 */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FieldProblem } from '../api/call.ts';
import { countText } from './time-text.ts';

interface ProblemSummaryProps {
  /** Another list is another refusal, whatever it holds. */
  readonly problems: readonly FieldProblem[];
  /** What did not happen, such as `Not saved`. */
  readonly failed: string;
}

interface FaultyField {
  readonly label: string;
  readonly control: HTMLElement;
}

interface Found {
  readonly fields: readonly FaultyField[];
  /** What no field in sight says. */
  readonly others: readonly string[];
}

const NOTHING: Found = { fields: [], others: [] };

/** Stands in the form or the dialog that it is about. */
export function ProblemSummary({ problems, failed }: ProblemSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const found = useSignal<Found>(NOTHING);
  useLayoutEffect(() => {
    const form = box.current?.closest<HTMLElement>('form, dialog') ?? null;
    found.value = problems.length === 0 || form === null ? NOTHING : findFaults(form, problems);
    const [first] = found.value.fields;
    if (first !== undefined) goTo(first.control);
    else if (problems.length > 0) goTo(box.current);
  }, [problems]);
  const { fields, others } = found.value;
  return (
    <div ref={box} class="problem-summary" tabIndex={-1} role="alert">
      {fields.length + others.length > 0 && (
        <div class="notice bad">
          <p>
            {failed}
            {fields.length > 0 && `: ${countText(fields.length, 'field')} to look at`}
            {fields.length > 0 ? '' : ':'}
          </p>
          {fields.length > 0 && (
            <ul class="faulty-fields">
              {fields.map(({ label, control }) => (
                <li key={control.id}>
                  <button type="button" class="link-button" onClick={() => goTo(control)}>
                    {label}
                  </button>
                </li>
              ))}
            </ul>
          )}
          {others.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </div>
      )}
    </div>
  );
}

function findFaults(form: HTMLElement, problems: readonly FieldProblem[]): Found {
  const invalid = [...form.querySelectorAll<HTMLElement>('.field[data-invalid="true"]')];
  const said = new Set(invalid.map((field) => field.querySelector('.problem')?.textContent ?? ''));
  return {
    fields: invalid.flatMap((field) => {
      const control = field.querySelector<HTMLElement>('[aria-invalid="true"]');
      const label = field.querySelector('label')?.textContent?.trim() ?? '';
      return control === null ? [] : [{ label, control }];
    }),
    others: [...new Set(problems.map(({ message }) => message))].filter((message) => !said.has(message)),
  };
}

/** Bring it into sight, also out of what is folded, and give it the focus. */
function goTo(element: HTMLElement | null): void {
  for (let at = element?.parentElement ?? null; at !== null; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'center' });
}
