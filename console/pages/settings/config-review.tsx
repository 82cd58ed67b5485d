/** What a new text of the config would change, before it is saved. */
import { useEffect } from 'preact/hooks';
import type { ConfigTextView } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { countText } from '../../parts/time-text.ts';
import { ChangeList } from './change-list.tsx';
import type { ConfigDraft } from './config-draft.ts';
import { DiffView } from './diff-view.tsx';

interface ConfigReviewProps {
  readonly draft: ConfigDraft;
  readonly base: ConfigTextView;
  readonly onSave: () => Promise<void>;
  readonly onClose: () => void;
}

export function ConfigReview({ draft, base, onSave, onClose }: ConfigReviewProps) {
  useEffect(() => {
    void draft.checkNow();
  }, []);
  const checked = draft.checked.value;
  const errors = checked?.problems.filter(({ level }) => level === 'error').length ?? 0;
  return (
    <Dialog title="Review the changes" onClose={onClose} wide>
      <div class="form">
        {checked === null && draft.checkError.value === null && <p class="muted">Checking…</p>}
        {draft.checkError.value !== null && (
          <div class="notice bad" role="alert">
            <p>{draft.checkError.value.message}</p>
            <Button onPress={() => draft.checkNow()}>Check again</Button>
          </div>
        )}
        {errors > 0 && (
          <div class="notice bad" role="alert">
            <p>The server could not use this text: {countText(errors, 'error')}. Close this to see where.</p>
          </div>
        )}
        {checked !== null && errors === 0 && (
          <section>
            <h3>Values that change</h3>
            {checked.changes.length === 0 ? (
              <p class="muted">None: only comments, order or spaces.</p>
            ) : (
              <ChangeList changes={checked.changes} more={checked.more_changes} />
            )}
          </section>
        )}
        <section>
          <h3>Lines that change</h3>
          <DiffView label="Lines that change" before={base.text} after={draft.text.value} />
        </section>
        <div class="actions">
          <Button kind="primary" disabled={checked === null || errors > 0} onPress={onSave}>
            Save
          </Button>
          <Button onPress={onClose}>Back to the text</Button>
        </div>
      </div>
    </Dialog>
  );
}
