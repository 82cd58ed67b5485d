/** Back to an earlier commit: the pin is set to it, and stays until it is changed. */
import { useSignal } from '@preact/signals';
import { callAdmin } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { Refused, type RepoDialogProps, repoPath, useRepoCall } from './repo-confirm.tsx';
import { commitsOf } from './seen-commits.ts';

export function RollBackDialog(props: RepoDialogProps) {
  const { repo } = props;
  const { error, send } = useRepoCall(props);
  const commits = commitsOf(repo).filter(({ sha }) => sha !== repo.resolved_sha);
  const chosen = useSignal(commits[0]?.sha ?? '');
  const problem = error.value?.problems.find(({ field }) => field === 'pin')?.message;
  const pin = () => callAdmin(repoPath(repo.handle), { method: 'PATCH', body: { pin: chosen.value.trim() } });
  return (
    <Dialog title={`Roll back ${repo.handle}`} onClose={props.onClose}>
      <div class="form">
        <p>
          The pin is set to a commit, which does not move. To follow the branch or tag again, change the pin
          back{repo.pin === null ? ' to the default branch' : ` to ${repo.pin}`}.
        </p>
        {commits.length > 0 && (
          <fieldset class="commits">
            <legend>Commits that this browser has seen served</legend>
            {commits.map(({ sha, at }) => (
              <label key={sha}>
                <input
                  type="radio"
                  name="commit"
                  checked={chosen.value === sha}
                  onChange={() => {
                    chosen.value = sha;
                  }}
                />
                <code>{sha.slice(0, 12)}</code>
                <span class="muted">
                  first seen <TimeAgo at={at} />
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <Field
          label="Commit"
          hint="40 hex digits, as git log shows them."
          problem={
            problem ?? (error.value !== null && error.value.problems.length > 0 ? error.value.message : null)
          }
        >
          {(control) => (
            <input
              {...control}
              class="sha"
              spellcheck={false}
              value={chosen.value}
              onInput={(event) => {
                chosen.value = event.currentTarget.value;
              }}
            />
          )}
        </Field>
        <Refused error={error.value !== null && error.value.problems.length === 0 ? error.value : null} />
        <div class="actions">
          <Button
            kind="primary"
            disabled={!/^[\da-f]{40}$/.test(chosen.value.trim())}
            onPress={() => send(pin, `${repo.handle} goes to ${chosen.value.slice(0, 12)}.`)}
          >
            Pin to this commit
          </Button>
          <Button onPress={props.onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}
