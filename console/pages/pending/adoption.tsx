/** The form that gives a device its screen. */
import { useSignal } from '@preact/signals';
import { CallError, callAdmin, type FieldProblem } from '../../api/call.ts';
import type { Assignable, FleetRow, ScreenView } from '../../api/types.ts';
import { findScreen } from '../../parts/assignables.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { devicePath } from '../../parts/link.tsx';
import { ParamsForm, type ParamValues, paramProblems } from '../../parts/params-form.tsx';
import { ProblemSummary } from '../../parts/problem-summary.tsx';
import { ScreenSelect } from '../../parts/screen-select.tsx';
import { say } from '../../parts/toasts.tsx';

export interface AdoptionProps {
  readonly device: FleetRow;
  readonly assignable: Assignable | null;
  /** The screen that the form begins with; empty for none. */
  readonly firstScreen: string;
  readonly onAdopted: (screen: string) => void;
}

export function Adoption({ device, assignable, firstScreen, onAdopted }: AdoptionProps) {
  const chosen = useSignal<string | null>(null);
  const name = useSignal('');
  const params = useSignal<ParamValues>({});
  const problems = useSignal<readonly FieldProblem[]>([]);
  const ref = chosen.value ?? firstScreen;
  const screen = findScreen(assignable, ref);
  const adopt = async (): Promise<void> => {
    if (ref === '') {
      problems.value = [{ field: 'screen', message: 'Choose a screen.' }];
      return;
    }
    try {
      problems.value = [];
      const title = name.value.trim();
      const body = {
        key: device.mac,
        screen: ref,
        params: params.value,
        ...(title === '' ? {} : { name: title }),
      };
      await callAdmin('/devices', { method: 'POST', body });
      say(`${title === '' ? device.mac : title} shows ${screen?.title ?? ref} from its next call on.`, {
        to: devicePath(device.mac),
        text: 'Open the device',
      });
      onAdopted(ref);
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      problems.value = cause.problems.length > 0 ? cause.problems : [{ field: '', message: cause.message }];
    }
  };
  return (
    <form
      class="adoption"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <Field label="Screen" problem={problemOf(problems.value, 'screen')}>
        {(control) => (
          <ScreenSelect
            control={control}
            assignable={assignable}
            value={ref}
            none="Choose…"
            onChange={(value) => {
              chosen.value = value;
              params.value = {};
              problems.value = [];
            }}
          />
        )}
      </Field>
      <Field label="Name" problem={problemOf(problems.value, 'name')}>
        {(control) => (
          <input
            {...control}
            value={name.value}
            maxLength={100}
            placeholder="Kitchen"
            onInput={(event) => {
              name.value = event.currentTarget.value;
            }}
          />
        )}
      </Field>
      <Button type="submit" kind="primary" onPress={adopt}>
        Adopt <span class="hidden-text">{device.mac}</span>
      </Button>
      <ProblemSummary problems={problems.value} failed="Not adopted" />
      {screen !== undefined && (
        <ScreenParams
          screen={screen}
          values={params.value}
          problems={paramProblems(problems.value)}
          onChange={(values) => {
            params.value = values;
          }}
        />
      )}
    </form>
  );
}

function problemOf(problems: readonly FieldProblem[], field: string): string | undefined {
  return problems.find((problem) => problem.field === field)?.message;
}

interface ScreenParamsProps {
  readonly screen: ScreenView;
  readonly values: ParamValues;
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (values: ParamValues) => void;
}

/** Folded, unless something has to be entered. */
function ScreenParams({ screen, values, problems, onChange }: ScreenParamsProps) {
  const { title, params } = screen;
  if (!params.some(({ hidden }) => !hidden)) return null;
  return (
    <details class="adoption-params" open={problems.size > 0 || params.some(({ required }) => required)}>
      <summary>Settings of {title}</summary>
      <ParamsForm params={params} values={values} problems={problems} onChange={onChange} />
    </details>
  );
}
