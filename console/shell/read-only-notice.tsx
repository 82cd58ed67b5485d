/** Says on every page that nothing of the config can be changed, before somebody types what cannot be saved. */
import { callAdmin } from '../api/call.ts';
import type { SettingsView } from '../api/types.ts';
import { useLoad } from '../parts/use-load.ts';

export function ReadOnlyNotice() {
  const loaded = useLoad((signal) => callAdmin<SettingsView>('/settings', { signal }), [], {
    topics: ['config'],
  });
  const reason = loaded.value.value?.read_only_reason ?? null;
  if (reason === null) return null;
  return (
    <section class="notice warning read-only" aria-label="The config cannot be changed">
      <p>
        <strong>
          The config can be read only: changes of devices, screens and settings cannot be saved.
        </strong>{' '}
        Reason: {reason}.
      </p>
      <p>
        Set <code>CONFIG_FILE</code> to a file that the server may write, in a container to one in a volume
        that is not mounted read-only, or edit the file where it is.
      </p>
    </section>
  );
}
