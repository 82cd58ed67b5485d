/** Older texts of the config, where the state store keeps them. */
import { useSignal } from '@preact/signals';
import { callAdmin } from '../../api/call.ts';
import type { ConfigHistory, ConfigRevision, ConfigTextView, TextWritten } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ScrollArea } from '../../parts/scroll-area.tsx';
import { Tag } from '../../parts/tag.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { say, sayError } from '../../parts/toasts.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { DiffView } from './diff-view.tsx';

export function ConfigHistoryPart() {
  const loaded = useLoad((signal) => callAdmin<ConfigHistory>('/config/history', { signal }), [], {
    topics: ['config'],
  });
  const compared = useSignal<number | null>(null);
  return (
    <section class="card">
      <h2>History of the config</h2>
      <Loading loaded={loaded}>
        {({ kept, reason, current, revisions }) =>
          kept ? (
            <Revisions
              revisions={revisions}
              current={current}
              onCompare={(revision) => (compared.value = revision)}
            />
          ) : (
            <p class="muted">
              {reason} With <code>CONFIG_FILE=store:</code> the state store keeps each text that was saved,
              and one can go back to it here.
            </p>
          )
        }
      </Loading>
      {compared.value !== null && (
        <Compare
          revision={compared.value}
          onClose={() => {
            compared.value = null;
            void loaded.reload();
          }}
        />
      )}
    </section>
  );
}

interface RevisionsProps extends Pick<ConfigHistory, 'revisions' | 'current'> {
  readonly onCompare: (revision: number) => void;
}

function Revisions({ revisions, current, onCompare }: RevisionsProps) {
  return (
    <ScrollArea label="Revisions">
      <table class="plain-table revisions">
        <thead>
          <tr>
            <th class="number">Revision</th>
            <th>Saved</th>
            <th>What</th>
            <th>
              <span class="hidden-text">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {revisions.map(({ revision, saved, note }) => (
            <tr key={revision}>
              <td class="number">{revision}</td>
              <td class="when">
                <TimeAgo at={saved} />
              </td>
              <td>{note}</td>
              <td>
                {revision === current ? (
                  <Tag tone="good">in use</Tag>
                ) : (
                  <Button label={`Compare revision ${revision} with now`} onPress={() => onCompare(revision)}>
                    Compare
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Compare({ revision, onClose }: { readonly revision: number; readonly onClose: () => void }) {
  const loaded = useLoad(
    async (signal) => {
      const [old, now] = await Promise.all([
        callAdmin<ConfigRevision>(`/config/history/${revision}`, { signal }),
        callAdmin<ConfigTextView>('/config/text', { signal }),
      ]);
      return { old: old.text, now: now.text, writable: now.writable, reason: now.read_only_reason };
    },
    [revision],
    { topics: ['config'] },
  );
  const goBack = async (): Promise<void> => {
    try {
      const { revision: next } = await callAdmin<TextWritten>('/config/undo', {
        method: 'POST',
        body: { to: revision },
      });
      say(`The text of revision ${revision} is in use again, as revision ${next}.`);
      onClose();
    } catch (cause) {
      sayError(cause);
    }
  };
  return (
    <Dialog title={`From now to revision ${revision}`} onClose={onClose} wide>
      <div class="form">
        <p class="muted">
          This is what going back would change. It becomes a new revision, so it can be undone as well.
          Secrets are those that it had.
        </p>
        <Loading loaded={loaded}>
          {({ old, now, writable, reason }) => (
            <>
              <DiffView label={`From now to revision ${revision}`} before={now} after={old} />
              {!writable && <p class="muted">{reason}</p>}
              <div class="actions">
                <Button kind="primary" disabled={!writable} onPress={goBack}>
                  Go back to this
                </Button>
                <Button onPress={onClose}>Close</Button>
              </div>
            </>
          )}
        </Loading>
      </div>
    </Dialog>
  );
}
