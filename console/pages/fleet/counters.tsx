/** How many devices are in each state; pressed, a counter is a filter. */
import type { FleetView } from '../../api/types.ts';
import { STATES } from '../../parts/state-tag.tsx';
import { chosenStates, toggleState } from './fleet-query.ts';

export function Counters({ counters }: { readonly counters: FleetView['counters'] | null }) {
  return (
    <fieldset class="counters">
      <legend class="hidden-text">Filter by state</legend>
      {STATES.map(([state, text, tone, why]) => {
        const count = counters?.[state] ?? 0;
        return (
          <button
            key={state}
            type="button"
            class={`counter ${count > 0 ? tone : 'neutral'}`}
            aria-pressed={chosenStates.value.has(state)}
            title={why}
            onClick={() => toggleState(state)}
          >
            <strong>{counters === null ? '·' : count.toLocaleString('en')}</strong> {text}
          </button>
        );
      })}
    </fieldset>
  );
}
