/** The token, once, for a session. */
import { useSignal } from '@preact/signals';
import { CallError } from '../api/call.ts';
import { signIn } from '../api/session.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';

export function Login({ wasIn }: { readonly wasIn: boolean }) {
  const token = useSignal('');
  const problem = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const submit = async (): Promise<void> => {
    isBusy.value = true;
    try {
      await signIn(token.value.trim());
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      problem.value = describe(cause);
    }
    isBusy.value = false;
  };
  return (
    <main class="login">
      <h1>Stipple</h1>
      {wasIn && problem.value === null && <p role="status">Your session has ended. Sign in again.</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy.value) void submit();
        }}
      >
        <Field
          label="Admin token"
          hint="The value of SERVICE_ADMIN_TOKEN, or a token that was made for you with stipple token --admin."
          problem={problem.value}
        >
          {(control) => (
            <input
              {...control}
              type="password"
              name="token"
              autocomplete="current-password"
              required
              value={token.value}
              onInput={(event) => {
                token.value = event.currentTarget.value;
              }}
            />
          )}
        </Field>
        <Button type="submit" kind="primary" disabled={isBusy.value}>
          Sign in
        </Button>
      </form>
    </main>
  );
}

function describe({ status, message, retryAfter }: CallError): string {
  if (status === 401) return 'This token is not known here.';
  if (status !== 429) return message;
  return `There were too many wrong tokens from your address.${retryAfter === null ? '' : ` Try again in ${retryAfter} s.`}`;
}
