/** A change of many devices: what to set, what that would change, and then the change. */
import { useSignal } from '@preact/signals';
import { CallError, callAdmin, type FieldProblem } from '../../api/call.ts';
import type { BulkAnswer } from '../../api/types.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { countText } from '../../parts/time-text.ts';
import { say } from '../../parts/toasts.tsx';
import { BulkForm } from './bulk-form.tsx';
import { BulkPlan } from './bulk-plan.tsx';
import { type BulkRequest, bodyOf, NOTHING, problemsOfPlan, problemsOfRefusal } from './bulk-request.ts';
import type { Picked } from './selection.ts';

interface BulkDialogProps {
  readonly devices: readonly Picked[];
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

export function BulkDialog({ devices, onClose, onDone }: BulkDialogProps) {
  const request = useSignal<BulkRequest>(NOTHING);
  const plan = useSignal<BulkAnswer | null>(null);
  const problems = useSignal<readonly FieldProblem[]>([]);
  const call = async (dryRun: boolean): Promise<BulkAnswer | null> => {
    try {
      const body = bodyOf(request.value, devices, dryRun);
      return await callAdmin<BulkAnswer>('/devices:bulk', { method: 'POST', body });
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      plan.value = null;
      const { problems: wrong, message } = cause;
      problems.value = wrong.length > 0 ? problemsOfRefusal(wrong) : [{ field: '', message }];
      return null;
    }
  };
  const tryOut = async (): Promise<void> => {
    const answer = await call(true);
    if (answer === null) return;
    problems.value = problemsOfPlan(answer);
    if (problems.value.length === 0) plan.value = answer;
  };
  const apply = async (): Promise<void> => {
    const answer = await call(false);
    if (answer === null) return;
    say(`Changed ${countText(answer.changed + answer.created, 'device')}.`);
    await onDone();
  };
  return (
    <Dialog title={`Change ${countText(devices.length, 'device')}`} onClose={onClose} wide>
      {plan.value === null ? (
        <BulkForm
          request={request.value}
          devices={devices}
          problems={problems.value}
          onChange={(changed) => {
            request.value = changed;
          }}
          onSubmit={tryOut}
        />
      ) : (
        <BulkPlan
          plan={plan.value}
          onBack={() => {
            plan.value = null;
          }}
          onApply={apply}
        />
      )}
    </Dialog>
  );
}
