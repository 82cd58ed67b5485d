/** The form of a change of many devices: what stays empty is not changed. */
import type { FieldProblem } from '../../api/call.ts';
import { findScreen, useAssignable } from '../../parts/assignables.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { ParamsForm, paramProblems } from '../../parts/params-form.tsx';
import { ProblemSummary } from '../../parts/problem-summary.tsx';
import { ScreenSelect } from '../../parts/screen-select.tsx';
import { countText } from '../../parts/time-text.ts';
import { type BulkRequest, changeOfRequest, reachedBy } from './bulk-request.ts';
import type { Picked } from './selection.ts';

interface BulkFormProps {
  readonly request: BulkRequest;
  readonly devices: readonly Picked[];
  readonly problems: readonly FieldProblem[];
  readonly onChange: (request: BulkRequest) => void;
  readonly onSubmit: () => Promise<void>;
}

/** Fields of texts: their names in the request and in the call. */
const TAG_FIELDS = [
  ['addTags', 'add_tags', 'Add tags', 'Separated by commas; each device keeps its others.'],
  ['removeTags', 'remove_tags', 'Remove tags', 'Separated by commas.'],
  ['tags', 'tags', 'Replace tags by', 'Separated by commas, in place of all that a device has.'],
] as const;

export function BulkForm({ request, devices, problems, onChange, onSubmit }: BulkFormProps) {
  const assignable = useAssignable().value.value;
  const screen = findScreen(assignable, request.screen);
  const problemOf = (name: string): string | undefined =>
    problems.find(({ field }) => field === name)?.message;
  const reached = reachedBy(request, devices).length;
  const isEmpty = changeOfRequest(request) === null || reached === 0;
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <p class="muted">What stays empty is not changed.</p>
      <LeftOut count={devices.length - reached} />
      <Field label="Screen" problem={problemOf('screen')}>
        {(control) => (
          <ScreenSelect
            control={control}
            assignable={assignable}
            value={request.screen}
            none="As it is"
            onChange={(ref) => onChange({ ...request, screen: ref, params: {} })}
          />
        )}
      </Field>
      {screen !== undefined && (
        <ParamsForm
          params={screen.params}
          values={request.params}
          problems={paramProblems(problems)}
          onChange={(params) => onChange({ ...request, params })}
        />
      )}
      <Field label="Panel" problem={problemOf('panel')}>
        {(control) => (
          <select
            {...control}
            value={request.panel}
            onChange={(event) => onChange({ ...request, panel: event.currentTarget.value })}
          >
            <option value="">As it is</option>
            {assignable?.panels.map(({ name, title }) => (
              <option key={name} value={name}>
                {title === name ? name : `${title} — ${name}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Refresh" unit="s" hint="0 leaves it to the screen." problem={problemOf('refresh')}>
        {(control) => (
          <input
            {...control}
            type="number"
            min={0}
            value={request.refresh}
            onInput={(event) => onChange({ ...request, refresh: event.currentTarget.value })}
          />
        )}
      </Field>
      {TAG_FIELDS.map(([name, field, label, hint]) => (
        <Field key={name} label={label} hint={hint} problem={problemOf(field)}>
          {(control) => (
            <input
              {...control}
              autocomplete="off"
              value={request[name]}
              onInput={(event) => onChange({ ...request, [name]: event.currentTarget.value })}
            />
          )}
        </Field>
      ))}
      <ProblemSummary problems={problems} failed="Nothing was changed" />
      <div class="actions">
        <Button type="submit" kind="primary" disabled={isEmpty} onPress={onSubmit}>
          Show what changes
        </Button>
      </div>
    </form>
  );
}

/** Devices that the change does not reach. */
function LeftOut({ count }: { readonly count: number }) {
  if (count === 0) return null;
  const [have, stay] = count === 1 ? ['has', 'stays'] : ['have', 'stay'];
  return (
    <p class="notice">
      {countText(count, 'device')} {have} no entry in the config, and {stay} without one: choose a screen to
      give {count === 1 ? 'it' : 'them'} one.
    </p>
  );
}
