/** All calls of the simulated device, the last one first. */
import { Tag } from '../../parts/tag.tsx';
import { bytesText, clockTime } from '../../parts/time-text.ts';
import { type Exchange, prettyBody } from './exchange.ts';
import type { Header } from './profile.ts';

export function ExchangeList({ exchanges }: { readonly exchanges: readonly Exchange[] }) {
  return (
    <section class="exchanges" aria-labelledby="exchanges">
      <h2 id="exchanges">Calls</h2>
      {exchanges.length === 0 ? (
        <p class="muted">None yet.</p>
      ) : (
        <ol>
          {exchanges.map((exchange) => (
            <li key={exchange.id} data-kind={exchange.kind}>
              <OneExchange exchange={exchange} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function OneExchange({ exchange }: { readonly exchange: Exchange }) {
  const { status, method, url, ms, bytes, atMs, says } = exchange;
  const tone = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warning' : 'good';
  return (
    <details class="exchange">
      <summary>
        <Tag tone={tone}>{status === 0 ? 'no answer' : status}</Tag>
        <code class="line">
          {method} {url.split('?')[0]}
        </code>
        <span class="muted figures">
          {clockTime(atMs)} · {Math.round(ms)} ms · {bytesText(bytes)}
        </span>
        {says.map((one) => (
          <span key={one} class="says">
            {one}
          </span>
        ))}
      </summary>
      <Details exchange={exchange} />
    </details>
  );
}

function Details({ exchange }: { readonly exchange: Exchange }) {
  const { method, url, sent, unsent, sentBody, headers, body } = exchange;
  return (
    <div class="sides">
      <div>
        <h3>Sent</h3>
        <code class="address">
          {method} {url}
        </code>
        <Headers headers={sent} />
        {sentBody !== null && <pre>{prettyBody(sentBody)}</pre>}
        {unsent.length > 0 && (
          <>
            <p class="muted">A device would also send these, which the browser sets as it likes:</p>
            <Headers headers={unsent} />
          </>
        )}
      </div>
      <div>
        <h3>Answered</h3>
        <Headers headers={headers} />
        {body === null ? <p class="muted">A picture.</p> : <pre>{prettyBody(body)}</pre>}
      </div>
    </div>
  );
}

function Headers({ headers }: { readonly headers: readonly Header[] }) {
  return (
    <dl class="header-list">
      {headers.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === '' ? <span class="muted">(empty)</span> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
