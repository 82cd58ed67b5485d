/** Params that stay hidden though their screens call them sensitive no more. */
import { callAdmin } from '../../api/call.ts';
import { mayDo } from '../../api/session.ts';
import type { SensitiveParamsView } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { say, sayError } from '../../parts/toasts.tsx';
import { useLoad } from '../../parts/use-load.ts';

type Hidden = SensitiveParamsView['params'][number];

/** Nothing is shown while there are none. */
export function HiddenParams() {
  const loaded = useLoad((signal) => callAdmin<SensitiveParamsView>('/sensitive-params', { signal }), [], {
    topics: ['screen'],
  });
  const open = async ({ screen, param }: Hidden): Promise<void> => {
    try {
      await callAdmin('/sensitive-params:open', { method: 'POST', body: { screen, param } });
      say(`${param} of ${screen} is no secret any more.`);
      await loaded.reload();
    } catch (cause) {
      sayError(cause);
    }
  };
  return (
    <Loading loaded={loaded}>
      {({ params }) =>
        params.length === 0 ? null : (
          <section class="card">
            <h2>Hidden params</h2>
            <p class="muted">
              Their screens call them sensitive no more. Viewers and authors see their values once an admin
              says so.
            </p>
            <ul class="lines">
              {params.map((hidden) => (
                <li key={`${hidden.screen} ${hidden.param}`}>
                  <strong>{hidden.param}</strong> of {hidden.screen}{' '}
                  <span class="muted">
                    since <TimeAgo at={hidden.since} />
                  </span>{' '}
                  {mayDo('admin') && <Button onPress={() => open(hidden)}>It is no secret</Button>}
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Loading>
  );
}
