/** What is wrong with the screen, each with a way to its line. */
import { Tag, type Tone } from '../../parts/tag.tsx';
import { countText } from '../../parts/time-text.ts';
import { drawing, type Finding, panelTitles } from './drawn-findings.ts';
import type { Findings } from './findings.ts';
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
        Findings <span class="muted">{summary(all, screen, findings)}</span>
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
            <PanelsOf panels={finding.panels} varies={finding.varies} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Panels that are named; the others are counted. */
const NAMED_PANELS = 3;

/** For which panels a finding holds, where it is not for all of them. */
function PanelsOf({
  panels,
  varies = false,
}: Pick<Finding, 'panels'> & { readonly varies: boolean | undefined }) {
  if (panels === null || panels.length === 0) return null;
  const { panelCount } = drawing.value;
  const end = varies ? ', with other numbers.' : '.';
  if (panelCount > 1 && panels.length === panelCount) return <span class="muted"> On all panels{end}</span>;
  const titleOf = (name: string): string => panelTitles.value.get(name) ?? name;
  const more = panels.length - NAMED_PANELS;
  const named = panels.slice(0, NAMED_PANELS).map(titleOf).join(', ');
  return (
    <span class="muted" title={panels.map(titleOf).join(', ')}>
      {' '}
      On {named}
      {more > 0 && ` and ${more} more`}
      {end}
    </span>
  );
}

/** "Nothing found" is said only where all has been looked at. */
function summary(all: readonly Finding[] | null, screen: string | null, findings: Findings): string {
  if (screen === null) return 'once a screen is chosen';
  if (all !== null && all.length > 0) return countText(all.length, 'finding');
  const { state } = drawing.value;
  if (findings.error.value !== null || state === 'failed' || !findings.complete.value)
    return 'not all is known';
  return findings.checked.value === null || state !== 'drawn' ? '…' : 'nothing found';
}
