/** The place of something that is being asked for, or could not be had. */
import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import type { Loaded } from './use-load.ts';

interface LoadingProps<Value> {
  readonly loaded: Loaded<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** Shows the value once it is there. An error of a later try stands above it. */
export function Loading<Value>({ loaded, children }: LoadingProps<Value>) {
  const value = loaded.value.value;
  const error = loaded.error.value;
  return (
    <>
      {error !== null && (
        <div class="notice bad" role="alert">
          <p>{error.message}</p>
          <Button onPress={loaded.reload}>Try again</Button>
        </div>
      )}
      {value !== null && children(value)}
      {value === null && error === null && <p class="loading">Loading…</p>}
    </>
  );
}
