/** A diff of two texts: what is removed, what is added, and the lines around. */
import { Fragment } from 'preact';
import { ScrollArea } from '../../parts/scroll-area.tsx';
import { countText } from '../../parts/time-text.ts';
import { type DiffLine, diffLines, hunksOf } from './line-diff.ts';

/** Nobody reads more, and a page with all lines of a large text would be slow. */
const MOST_SHOWN = 1_000;

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;
const WORDS = { same: '', added: 'added: ', removed: 'removed: ' } as const;

export function DiffView({ before, after, label }: { before: string; after: string; label: string }) {
  const lines = diffLines(before, after);
  const count = (kind: DiffLine['kind']): number => lines.filter((line) => line.kind === kind).length;
  const [added, removed] = [count('added'), count('removed')];
  if (added + removed === 0) return <p class="muted">The texts are the same.</p>;
  let left = MOST_SHOWN;
  const hunks = hunksOf(lines).map((hunk) => {
    const shown = hunk.slice(0, Math.max(left, 0));
    left -= hunk.length;
    return shown;
  });
  return (
    <>
      <p class="muted">
        {countText(added, 'line')} added, {countText(removed, 'line')} removed
      </p>
      <ScrollArea class="diff" label={label}>
        <table>
          <tbody>
            {hunks.map((hunk, index) => (
              <Fragment key={hunk[0] === undefined ? index : `${hunk[0].before} ${hunk[0].after}`}>
                {index > 0 && hunk.length > 0 && (
                  <tr class="gap">
                    <td colSpan={4}>⋯</td>
                  </tr>
                )}
                {hunk.map((line) => (
                  <Line key={`${line.before} ${line.after}`} line={line} />
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {left < 0 && <p class="muted">{countText(-left, 'further line')} not shown.</p>}
    </>
  );
}

function Line({ line: { kind, text, before, after } }: { readonly line: DiffLine }) {
  return (
    <tr class={kind}>
      <td class="number">{before}</td>
      <td class="number">{after}</td>
      <td class="sign" aria-hidden="true">
        {SIGNS[kind]}
      </td>
      <td class="text">
        <span class="hidden-text">{WORDS[kind]}</span>
        {text}
      </td>
    </tr>
  );
}
