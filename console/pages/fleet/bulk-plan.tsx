/** What a change would do to each device, before it is made. */
import type { BulkAnswer } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { countText } from '../../parts/time-text.ts';

interface BulkPlanProps {
  readonly plan: BulkAnswer;
  readonly onBack: () => void;
  readonly onApply: () => Promise<void>;
}

/** More are counted: a person looks at some, not at thousands. */
const SHOWN = 100;

export function BulkPlan({ plan, onBack, onApply }: BulkPlanProps) {
  const { devices } = plan;
  const changes = plan.changed + plan.created;
  return (
    <div class="form">
      <p role="status">
        {countText(plan.changed, 'device')} would change, {plan.created} would get an entry, {plan.unchanged}{' '}
        would stay as they are.
      </p>
      <div class="scroll-x plan">
        <table class="plain-table">
          <thead>
            <tr>
              <th scope="col">Device</th>
              <th scope="col">Setting</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {devices.slice(0, SHOWN).flatMap(({ key, changes: own }) =>
              own.map(({ field, before, after }) => (
                <tr key={`${key} ${field}`}>
                  <td>{key}</td>
                  <td>{field}</td>
                  <td>{valueText(before)}</td>
                  <td>{valueText(after)}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
      {devices.length > SHOWN && <p class="muted">And {countText(devices.length - SHOWN, 'more device')}.</p>}
      <div class="actions">
        <Button onPress={onBack}>Back</Button>
        <Button kind="primary" disabled={changes === 0} onPress={onApply}>
          Change {countText(changes, 'device')}
        </Button>
      </div>
    </div>
  );
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
