/** How the server does. */
import { useEffect } from 'preact/hooks';
import { callAdmin } from '../../api/call.ts';
import type { HealthView } from '../../api/types.ts';
import { Link } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { durationText } from '../../parts/time-text.ts';
import { useLoad } from '../../parts/use-load.ts';
import { Latency, Memory, Queues, Screens, Servers } from './health-tables.tsx';
import { findingsOf, msText } from './health-texts.ts';

const EVERY_MS = 5_000;

export function HealthPage() {
  const loaded = useLoad((signal) => callAdmin<HealthView>('/health', { signal }), []);
  useEffect(() => {
    const reload = (): void => {
      // A slow answer is waited for.
      if (!document.hidden && !loaded.isLoading.value) void loaded.reload();
    };
    const timer = window.setInterval(reload, EVERY_MS);
    document.addEventListener('visibilitychange', reload);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', reload);
    };
  }, []);
  return (
    <div class="health">
      <div class="page-head">
        <h1>Health</h1>
        {loaded.value.value !== null && <Running health={loaded.value.value} />}
      </div>
      <Loading loaded={loaded}>
        {(health) => (
          <>
            <Sentence health={health} />
            <div class="health-cards">
              <Screens {...health} />
              <Latency {...health} />
              <Queues {...health} />
              <Memory {...health} />
              <Servers {...health} />
              <Others health={health} />
            </div>
          </>
        )}
      </Loading>
    </div>
  );
}

function Running({ health: { version, node, uptime_s: seconds, started } }: { readonly health: HealthView }) {
  return (
    <p class="muted">
      Version {version}, Node {node}, running for {durationText(seconds)} (started <TimeAgo at={started} />)
    </p>
  );
}

function Sentence({ health }: { readonly health: HealthView }) {
  const findings = findingsOf(health);
  const [first] = findings;
  const isWell = first === undefined || first.tone === 'notice';
  return (
    <div class={`notice ${first?.tone ?? ''} health-sentence`} role="status">
      <ul>
        {isWell && (
          <li>
            <strong>Everything is well.</strong>
          </li>
        )}
        {findings.map(({ text, to }) => (
          <li key={text}>{to === undefined ? text : <Link to={to}>{text}</Link>}</li>
        ))}
      </ul>
    </div>
  );
}

const ENGINES = { memory: 'in memory', file: 'in a folder', redis: 'Redis' } as const;

function Others({ health: { state, repos, alerts, devices } }: { readonly health: HealthView }) {
  const mean = state.mean_ms === null ? '' : `, ${msText(state.mean_ms)} on average`;
  return (
    <section class="card">
      <h2>State, repos, alerts and devices</h2>
      <dl class="facts">
        <dt>State</dt>
        <dd>
          {ENGINES[state.engine]}: {state.ok ? 'answers' : 'does not answer'};{' '}
          {state.calls.toLocaleString('en')} calls, {state.failed.toLocaleString('en')} failed{mean}
        </dd>
        <dt>
          <Link to="/screens">Screen repos</Link>
        </dt>
        <dd>
          {repos.ready} ready, {repos.fetching} fetching, {repos.offline} offline, {repos.error} with an error
        </dd>
        <dt>
          <Link to="/settings">Alerts</Link>
        </dt>
        <dd>{alerts.firing === null ? 'not known' : `${alerts.firing} standing`}</dd>
        <dt>
          <Link to="/">Devices</Link>
        </dt>
        <dd>
          {devices.total.toLocaleString('en')}: {devices.no_screen} without a screen, {devices.failing}{' '}
          failing, {devices.late} late, {devices.low_battery} with a low battery, {devices.weak_signal} with a
          weak signal, {devices.never} never seen, {devices.pending} pending
        </dd>
      </dl>
    </section>
  );
}
