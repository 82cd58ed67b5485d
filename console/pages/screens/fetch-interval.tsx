/** How often all repos are fetched that follow a tag or a branch. */
import { useSignal } from '@preact/signals';
import { CallError, callAdmin } from '../../api/call.ts';
import { mayDo } from '../../api/session.ts';
import type { SettingsView } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { durationText } from '../../parts/time-text.ts';
import { say } from '../../parts/toasts.tsx';
import { useLoad } from '../../parts/use-load.ts';

export function FetchInterval() {
  const loaded = useLoad((signal) => callAdmin<SettingsView>('/settings', { signal }), [], {
    topics: ['config'],
  });
  const typed = useSignal<string | null>(null);
  const problem = useSignal<string | null>(null);
  const seconds = loaded.value.value?.screen_repo_refresh_interval.value;
  if (seconds === undefined) return null;
  const text =
    seconds === 0
      ? 'Tags and branches are fetched when you update them, or their git host says so.'
      : `Tags and branches are fetched every ${durationText(seconds)}.`;
  if (!mayDo('admin')) return <p class="muted">{text}</p>;
  const save = async (): Promise<void> => {
    try {
      problem.value = null;
      const body = { screen_repo_refresh_interval: Number(typed.value) };
      await callAdmin('/settings', { method: 'PATCH', body });
      typed.value = null;
      await loaded.reload();
      say('The interval is changed.');
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      problem.value = cause.problems[0]?.message ?? cause.message;
    }
  };
  return (
    <form
      class="interval"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <Field
        label="Seconds between fetches of tags and branches"
        hint="0: only when told to."
        problem={problem.value}
      >
        {(control) => (
          <>
            <input
              {...control}
              type="number"
              min={0}
              value={typed.value ?? String(seconds)}
              onInput={(event) => {
                typed.value = event.currentTarget.value;
              }}
            />
            <Button
              type="submit"
              disabled={typed.value === null || typed.value === '' || Number(typed.value) === seconds}
              onPress={save}
            >
              Save
            </Button>
          </>
        )}
      </Field>
    </form>
  );
}
