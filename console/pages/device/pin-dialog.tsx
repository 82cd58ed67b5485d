/** A screen for a while, before all that the schedule says. */
import { useSignal } from '@preact/signals';
import { callAdmin, type FieldProblem } from '../../api/call.ts';
import type { Answer, OneDevice } from '../../api/types.ts';
import { findScreen, useAssignable } from '../../parts/assignables.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { ParamsForm, type ParamValues, paramProblems } from '../../parts/params-form.tsx';
import { ProblemSummary } from '../../parts/problem-summary.tsx';
import { ScreenSelect } from '../../parts/screen-select.tsx';
import { fullTime } from '../../parts/time-text.ts';
import { say } from '../../parts/toasts.tsx';
import { deviceCall, problemsOf } from './device-data.ts';

const DURATIONS = [
  ['30m', '30 minutes'],
  ['1h', '1 hour'],
  ['2h', '2 hours'],
  ['4h', '4 hours'],
  ['12h', '12 hours'],
  ['24h', '1 day'],
  ['168h', '1 week'],
] as const;

interface PinDialogProps {
  readonly device: OneDevice;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

export function PinDialog({ device, onChanged, onClose }: PinDialogProps) {
  const assignable = useAssignable().value.value;
  const screen = useSignal('');
  const params = useSignal<ParamValues>({});
  const duration = useSignal('2h');
  const problems = useSignal<readonly FieldProblem[]>([]);
  const found = findScreen(assignable, screen.value);
  const pin = async (): Promise<void> => {
    try {
      const body = { screen: screen.value, params: params.value, for: duration.value };
      const path = deviceCall(device.key, '/pin');
      const { until } = await callAdmin<Answer<'pinScreen'>>(path, { method: 'PUT', body });
      say(`Pinned until ${fullTime(until)}; the device shows it with its next poll.`);
      await onChanged();
      onClose();
    } catch (cause) {
      problems.value = problemsOf(cause);
    }
  };
  return (
    <Dialog title="Pin a screen for a while" onClose={onClose}>
      <div class="form">
        <Field label="Screen" problem={problems.value.find(({ field }) => field === 'screen')?.message}>
          {(control) => (
            <ScreenSelect
              control={control}
              assignable={assignable}
              value={screen.value}
              none="Choose a screen"
              onChange={(ref) => {
                screen.value = ref;
                params.value = {};
              }}
            />
          )}
        </Field>
        {found !== undefined && (
          <ParamsForm
            params={found.params}
            values={params.value}
            problems={paramProblems(problems.value)}
            onChange={(values) => {
              params.value = values;
            }}
          />
        )}
        <Field label="For" hint="Then it shows again what its schedule or its settings say.">
          {(control) => (
            <select
              {...control}
              value={duration.value}
              onChange={(event) => {
                duration.value = event.currentTarget.value;
              }}
            >
              {DURATIONS.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
        <ProblemSummary problems={problems.value} failed="Not pinned" />
        <div class="actions">
          <Button kind="primary" disabled={screen.value === ''} onPress={pin}>
            Pin
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}
