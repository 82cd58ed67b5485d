/** What the script has logged and requested. All of it comes from outside. */
import { printableLines } from '../../parts/printable.ts';
import { Tag, type Tone } from '../../parts/tag.tsx';
import { bytesText } from '../../parts/time-text.ts';
import type { ContactSheetRun, DrawnSheet } from './contact-sheet-run.ts';
import { PlaceButton } from './place-button.tsx';
import type { ScreenPlace } from './source-files.ts';

type LogLine = DrawnSheet['answer']['log'][number];
type SentRequest = DrawnSheet['answer']['requests'][number];

const TONES: Readonly<Record<LogLine['level'], Tone>> = { error: 'bad', warn: 'warning', info: 'neutral' };

export function RunRecord({
  sheet,
  place,
}: {
  readonly sheet: ContactSheetRun;
  readonly place: ScreenPlace;
}) {
  const answer = sheet.drawn.value?.answer;
  if (answer === undefined) return null;
  const { log, requests } = answer;
  return (
    <section class="run-record" aria-label="Log and requests">
      <h2>
        Log <span class="muted">{log.length === 0 ? 'nothing' : log.length}</span>
      </h2>
      {log.length > 0 && (
        <ul class="log">
          {log.map((line) => (
            <li key={JSON.stringify(line)}>
              <Tag tone={TONES[line.level]}>{line.level}</Tag> <PlaceButton {...place} {...line} />{' '}
              <span class="message">{printableLines(line.message)}</span>
            </li>
          ))}
        </ul>
      )}
      <h2>
        HTTP calls <span class="muted">{requests.length === 0 ? 'none' : requests.length}</span>
      </h2>
      {requests.length > 0 && <Requests requests={requests} />}
    </section>
  );
}

function Requests({ requests }: { readonly requests: readonly SentRequest[] }) {
  return (
    <div class="scroll-x">
      <table class="plain-table">
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col">Status</th>
            <th scope="col">Size</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request, index) => (
            <RequestRow key={`${index} ${request.url}`} request={request} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RequestRow({
  request: { method, url, status, bytes, cached, ms, error },
}: {
  readonly request: SentRequest;
}) {
  const isBad = error !== null || (status !== null && status >= 400);
  return (
    <tr>
      <td class="url">
        {method} {url}
        {error !== null && <div class="bad-line">{error}</div>}
      </td>
      <td>{status === null ? '–' : <Tag tone={isBad ? 'bad' : 'good'}>{status}</Tag>}</td>
      <td>{bytes === null ? '–' : bytesText(bytes)}</td>
      <td>
        {ms}&thinsp;ms{cached && <span class="muted"> cached</span>}
      </td>
    </tr>
  );
}
