/** The state of a device, in words for people. */
import type { FleetState } from '../api/types.ts';
import { Tag, type Tone } from './tag.tsx';

/** All states, the most urgent first; `ok` at the end. */
export const STATES: readonly (readonly [FleetState, string, Tone, string])[] = [
  ['pending', 'Pending', 'notice', 'It calls, and the config has no entry for it.'],
  ['no_screen', 'No screen', 'bad', 'Neither its entry, nor a group, nor the default gives it a screen.'],
  ['never', 'Never seen', 'neutral', 'It is in the config and has never called.'],
  ['failing', 'Failing', 'bad', 'Its screen fails: it shows an error, or its last good picture.'],
  ['late', 'Late', 'warning', 'It has not called for twice its refresh.'],
  ['low_battery', 'Low battery', 'warning', 'Below 20 %.'],
  ['weak_signal', 'Weak signal', 'warning', 'Below −80 dBm.'],
  ['stale_firmware', 'Stale firmware', 'neutral', 'Others of its model have a newer firmware.'],
  ['ok', 'OK', 'good', 'Nothing is the matter. A device that sleeps until its next call is OK.'],
];

/** The name of a state for people. */
export function stateName(state: FleetState): string {
  return STATES.find(([name]) => name === state)?.[1] ?? state;
}

export function StateTag({ state }: { readonly state: FleetState }) {
  const [, text = state, tone = 'neutral', why = ''] = STATES.find(([name]) => name === state) ?? [];
  return (
    <Tag tone={tone} title={why}>
      {text}
    </Tag>
  );
}
