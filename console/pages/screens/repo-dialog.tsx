/** The form for a new repo, and for what of one is to change. */
import { useSignal } from '@preact/signals';
import { type CallError, callAdmin } from '../../api/call.ts';
import type { ScreenRepoView } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { type ControlProps, Field } from '../../parts/field.tsx';
import { Refused, repoPath, useRepoCall } from './repo-confirm.tsx';

interface RepoFormProps {
  /** Null for a new one. */
  readonly repo: ScreenRepoView | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

interface RepoRequest {
  readonly handle: string;
  readonly repo: string;
  readonly pin: string;
  readonly token: string;
  readonly webhook_secret: string;
  readonly isPrivate: boolean;
}

type TextName = Exclude<keyof RepoRequest, 'isPrivate'>;

const TEXTS: readonly (readonly [name: TextName, label: string, hint: string])[] = [
  ['handle', 'Handle', 'The first part of the names of its screens: letters, digits, “.”, “_” and “-”.'],
  ['repo', 'Address', 'An https, ssh, git or file URL, user@host:path, or host/owner/name.'],
  ['pin', 'Pin', 'A commit of 40 hex digits, a tag or a branch; empty for the default branch.'],
  ['token', 'Token', 'For a private repo.'],
  [
    'webhook_secret',
    'Webhook secret',
    'Lets a git host say that there is a new commit; at least 16 characters.',
  ],
];

const SECRETS: ReadonlySet<TextName> = new Set(['token', 'webhook_secret']);

export function RepoDialog(props: RepoFormProps) {
  const { repo, onClose } = props;
  const request = useSignal<RepoRequest>({
    handle: repo?.handle ?? '',
    repo: repo?.repo ?? '',
    pin: repo?.pin ?? '',
    token: '',
    webhook_secret: '',
    isPrivate: false,
  });
  const { error, send } = useRepoCall(props);
  const names = TEXTS.filter(([name]) => repo === null || name !== 'handle');
  const save = () =>
    repo === null
      ? callAdmin('/screen-repos', { method: 'POST', body: bodyOfNew(request.value) })
      : callAdmin(repoPath(repo.handle), { method: 'PATCH', body: changesOf(repo, request.value) });
  const isEmpty = repo !== null && Object.keys(changesOf(repo, request.value)).length === 0;
  const done = repo === null ? `${request.value.handle} is being fetched.` : `${repo.handle} is changed.`;
  return (
    <Dialog title={repo === null ? 'Add a repo' : `Change ${repo.handle}`} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
        }}
      >
        {names.map(([name, label, hint]) => (
          <Field
            key={name}
            label={label}
            hint={`${hint}${keptText(repo, name)}`}
            problem={problemOf(error.value, name)}
          >
            {(control) => (
              <TextInput
                control={control}
                isSecret={SECRETS.has(name)}
                value={request.value[name]}
                onChange={(text) => {
                  request.value = { ...request.value, [name]: text };
                }}
              />
            )}
          </Field>
        ))}
        <label class="check">
          <input
            type="checkbox"
            checked={request.value.isPrivate}
            onChange={(event) => {
              request.value = { ...request.value, isPrivate: event.currentTarget.checked };
            }}
          />
          Its fetch and its scripts may reach private addresses of the server’s network
        </label>
        <Refused error={isOfNoField(error.value) ? error.value : null} />
        <div class="actions">
          <Button type="submit" kind="primary" disabled={isEmpty} onPress={() => send(save, done)}>
            {repo === null ? 'Add' : 'Save'}
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

interface TextInputProps {
  readonly control: ControlProps;
  readonly isSecret: boolean;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function TextInput({ control, isSecret, value, onChange }: TextInputProps) {
  const shared = {
    ...control,
    value,
    spellcheck: false,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value),
  };
  return isSecret ? (
    <input {...shared} type="password" autocomplete="new-password" />
  ) : (
    <input {...shared} type="text" autocomplete="off" />
  );
}

/** What an empty field of a secret leaves in place. */
function keptText(repo: ScreenRepoView | null, name: TextName): string {
  const isSet = name === 'token' ? repo?.token_set : name === 'webhook_secret' ? repo?.webhook_set : false;
  return isSet === true ? ' One is set, and stays unless you enter another.' : '';
}

function problemOf(error: CallError | null, name: TextName): string | null {
  if (error === null) return null;
  if (error.code === 'credentials_in_url' && name === 'repo') return error.message;
  const isTaken = error.code === 'repo_exists' || error.code === 'reserved_handle';
  if (isTaken && name === 'handle') return error.message;
  return error.problems.find(({ field }) => field === name)?.message ?? null;
}

function isOfNoField(error: CallError | null): boolean {
  return error !== null && !TEXTS.some(([name]) => problemOf(error, name) !== null);
}

function bodyOfNew({ isPrivate, ...texts }: RepoRequest): Record<string, unknown> {
  const given = Object.entries(texts).filter(([name, text]) => name === 'handle' || text.trim() !== '');
  return {
    ...Object.fromEntries(given.map(([name, text]) => [name, text.trim()])),
    ...(isPrivate ? { allow_private_network: true } : {}),
  };
}

function changesOf(before: ScreenRepoView, request: RepoRequest): Record<string, unknown> {
  const [url, pin] = [request.repo.trim(), request.pin.trim()];
  return {
    ...(url === before.repo ? {} : { repo: url }),
    ...(pin === (before.pin ?? '') ? {} : { pin: pin === '' ? null : pin }),
    ...(request.token === '' ? {} : { token: request.token }),
    ...(request.webhook_secret === '' ? {} : { webhook_secret: request.webhook_secret }),
    ...(request.isPrivate ? { allow_private_network: true } : {}),
  };
}
