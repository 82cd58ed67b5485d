/** What is asked before a commit that breaks something is taken, and before a repo is removed. */
import { useSignal } from '@preact/signals';
import { CallError, callAdmin } from '../../api/call.ts';
import type { ScreenRepoView } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { say } from '../../parts/toasts.tsx';

export interface RepoDialogProps {
  readonly repo: ScreenRepoView;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Calls for a dialog, which shows what the server refuses and closes when it does not. */
export function useRepoCall({ onClose, onDone }: Pick<RepoDialogProps, 'onClose' | 'onDone'>) {
  const error = useSignal<CallError | null>(null);
  const send = async (call: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      error.value = null;
      await call();
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      error.value = cause;
      return;
    }
    say(done);
    onDone();
    onClose();
  };
  return { error, send };
}

export function repoPath(handle: string): string {
  return `/screen-repos/${encodeURIComponent(handle)}`;
}

export function AcceptDialog(props: RepoDialogProps) {
  const { handle, error: breaks } = props.repo;
  const { error, send } = useRepoCall(props);
  const accept = () => callAdmin(`${repoPath(handle)}/update`, { method: 'POST', body: { accept: true } });
  return (
    <Dialog title={`Take the new commit of ${handle}?`} onClose={props.onClose}>
      <div class="form">
        <p class="notice warning">{breaks}</p>
        <p>
          If it is taken nevertheless, the devices that show such a screen get an error screen with their next
          call. You can roll back to the commit that serves now.
        </p>
        <Refused error={error.value} />
        <div class="actions">
          <Button kind="danger" onPress={() => send(accept, `${handle} takes the new commit.`)}>
            Take it
          </Button>
          <Button onPress={props.onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}

export function RemoveDialog(props: RepoDialogProps) {
  const { handle, screen_count: count } = props.repo;
  const { error, send } = useRepoCall(props);
  const remove = () => callAdmin(repoPath(handle), { method: 'DELETE' });
  return (
    <Dialog title={`Remove ${handle}?`} onClose={props.onClose}>
      <div class="form">
        <p>
          Its {count} screens can no longer be chosen. Nothing is removed while a device shows one of them.
        </p>
        <Refused error={error.value} />
        <div class="actions">
          <Button kind="danger" onPress={() => send(remove, `${handle} is removed.`)}>
            Remove
          </Button>
          <Button onPress={props.onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}

/** A refusal that no field is at fault for. */
export function Refused({ error }: { readonly error: CallError | null }) {
  if (error === null) return null;
  return (
    <p class="notice bad" role="alert">
      {error.message}
    </p>
  );
}
