/** A change of many devices: what to set, what that would change, and then the change. */
import { useSignal } from '@preact/signals';
import { CallError, callAdmin, type FieldProblem } from '../../api/call.ts';
import type { BulkAnswer } from '../../api/types.ts';
import { findScreen, useAssignable } from '../../parts/assignables.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { ParamsForm, type ParamValues, paramProblems } from '../../parts/params-form.tsx';
import { ScreenSelect } from '../../parts/screen-select.tsx';
import { countText } from '../../parts/time-text.ts';
import { say } from '../../parts/toasts.tsx';
import { BulkPlan } from './bulk-plan.tsx';

interface BulkDialogProps {
  readonly keys: readonly string[];
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

interface Wish {
  readonly screen: string;
  readonly panel: string;
  readonly refresh: string;
  readonly tags: string;
  readonly params: ParamValues;
}

const NOTHING: Wish = { screen: '', panel: '', refresh: '', tags: '', params: {} };

export function BulkDialog({ keys, onClose, onDone }: BulkDialogProps) {
  const wish = useSignal<Wish>(NOTHING);
  const plan = useSignal<BulkAnswer | null>(null);
  const problems = useSignal<readonly FieldProblem[]>([]);
  const send = async (dryRun: boolean): Promise<void> => {
    try {
      problems.value = [];
      const body = { select: { keys }, set: settingsOf(wish.value), create: true, dry_run: dryRun };
      const answer = await callAdmin<BulkAnswer>('/devices:bulk', { method: 'POST', body });
      if (dryRun) {
        plan.value = answer;
        return;
      }
      say(`Changed ${countText(answer.changed + answer.created, 'device')}.`);
      await onDone();
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      plan.value = null;
      problems.value = cause.problems.length > 0 ? cause.problems : [{ field: '', message: cause.message }];
    }
  };
  return (
    <Dialog title={`Change ${countText(keys.length, 'device')}`} onClose={onClose} wide>
      {plan.value === null ? (
        <WishForm
          wish={wish.value}
          problems={problems.value}
          onChange={(changed) => {
            wish.value = changed;
          }}
          onSubmit={() => send(true)}
        />
      ) : (
        <BulkPlan
          plan={plan.value}
          onBack={() => {
            plan.value = null;
          }}
          onApply={() => send(false)}
        />
      )}
    </Dialog>
  );
}

interface WishFormProps {
  readonly wish: Wish;
  readonly problems: readonly FieldProblem[];
  readonly onChange: (wish: Wish) => void;
  readonly onSubmit: () => Promise<void>;
}

function WishForm({ wish, problems, onChange, onSubmit }: WishFormProps) {
  const assignable = useAssignable();
  const screen = findScreen(assignable.value.value, wish.screen);
  const problemOf = (field: string): string | undefined =>
    problems.find((problem) => fieldOf(problem) === field)?.message;
  const others = problems.filter(
    (problem) =>
      !['screen', 'panel', 'refresh', 'tags'].includes(fieldOf(problem)) &&
      !fieldOf(problem).startsWith('params.'),
  );
  return (
    <div class="form">
      <p class="muted">What stays empty is not changed.</p>
      {others.map(({ field, message }) => (
        <p key={`${field} ${message}`} class="notice bad" role="alert">
          {message}
        </p>
      ))}
      <Field label="Screen" problem={problemOf('screen')}>
        {(control) => (
          <ScreenSelect
            control={control}
            assignable={assignable.value.value}
            value={wish.screen}
            none="As it is"
            onChange={(ref) => onChange({ ...wish, screen: ref, params: {} })}
          />
        )}
      </Field>
      {screen !== undefined && (
        <ParamsForm
          params={screen.params}
          values={wish.params}
          problems={paramProblems(problems.map((problem) => ({ ...problem, field: fieldOf(problem) })))}
          onChange={(params) => onChange({ ...wish, params })}
        />
      )}
      <Field label="Panel" problem={problemOf('panel')}>
        {(control) => (
          <select
            {...control}
            value={wish.panel}
            onChange={(event) => onChange({ ...wish, panel: event.currentTarget.value })}
          >
            <option value="">As it is</option>
            {assignable.value.value?.panels.map(({ name, title }) => (
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
            value={wish.refresh}
            onInput={(event) => onChange({ ...wish, refresh: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Tags" hint="Separated by commas, in place of those before." problem={problemOf('tags')}>
        {(control) => (
          <input
            {...control}
            value={wish.tags}
            onInput={(event) => onChange({ ...wish, tags: event.currentTarget.value })}
          />
        )}
      </Field>
      <div class="actions">
        <Button kind="primary" disabled={Object.keys(settingsOf(wish)).length === 0} onPress={onSubmit}>
          Show what changes
        </Button>
      </div>
    </div>
  );
}

/** Problems of single devices are named by the setting, too: the same value is at fault. */
function fieldOf({ field }: FieldProblem): string {
  return field.replace(/^(?:devices\.[^.]*\.|set\.)/, '');
}

function settingsOf({ screen, panel, refresh, tags, params }: Wish): Record<string, unknown> {
  return {
    ...(screen === '' ? {} : { screen, params }),
    ...(panel === '' ? {} : { panel }),
    ...(refresh === '' ? {} : { refresh: Number(refresh) }),
    ...(tags.trim() === ''
      ? {}
      : {
          tags: tags
            .split(',')
            .map((tag) => tag.trim())
            .filter((tag) => tag !== ''),
        }),
  };
}
