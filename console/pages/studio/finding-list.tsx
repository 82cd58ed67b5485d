/** What is wrong with the screen, each with a way to its line. */
import { Tag, type Tone } from '../../parts/tag.tsx';
import { countText } from '../../parts/time-text.ts';
import type { Finding, Findings } from './findings.ts';
import { PlaceButton } from './place-button.tsx';

const TONES: Readonly<Record<Finding['severity'], Tone>> = {
  error: 'bad',
  warning: 'warning',
  note: 'notice',
};

interface FindingListProps {
  readonly handle: string;
  readonly screen: string | null;
  readonly findings: Findings;
  readonly paths: ReadonlySet<string>;
}

export function FindingList({ handle, screen, findings, paths }: FindingListProps) {
  const all = findings.all.value;
  const problem = findings.error.value;
  return (
    <section class="findings" aria-label="Findings">
      <h2>
        Check <span class="muted">{summary(all, screen)}</span>
      </h2>
      {problem !== null && (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
      {!findings.complete.value && <p class="notice warning">The check has not come to its end.</p>}
      <ul aria-live="polite">
        {all?.map((finding) => (
          <li key={JSON.stringify(finding)}>
            <Tag tone={TONES[finding.severity]}>{finding.severity}</Tag>{' '}
            <PlaceButton handle={handle} screen={screen} paths={paths} {...finding} /> {finding.message}
          </li>
        ))}
      </ul>
    </section>
  );
}

function summary(all: readonly Finding[] | null, screen: string | null): string {
  if (screen === null) return 'once a screen is chosen';
  if (all === null) return '…';
  return all.length === 0 ? 'nothing found' : countText(all.length, 'finding');
}
