/** The params, the device and the time that the screen is tried with. */
import type { FieldProblem } from '../../api/call.ts';
import type { ScreenView } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { ParamsForm, paramProblems } from '../../parts/params-form.tsx';
import type { ContactSheetRun } from './contact-sheet-run.ts';
import { momentOf, zonedText } from './moments.ts';
import { clock, FACTS, facts, LOOKS, look, paramsOf } from './play.ts';

interface PlayFormProps {
  /** The screen as it is saved; null for one that the server cannot read. */
  readonly view: ScreenView | null;
  readonly screenRef: string;
  readonly sheet: ContactSheetRun;
}

export function PlayForm({ view, screenRef, sheet }: PlayFormProps) {
  const params = paramsOf(screenRef);
  // The metadata as they were drawn with, saved or not; until the first drawing those that are saved.
  const schema = sheet.drawn.value?.answer.schema ?? view?.params ?? null;
  const ofAnswer = sheet.drawn.value?.answer.params ?? [];
  const problems = paramProblems([...ofAnswer, ...sheet.problems.value]);
  const given = Object.keys(params.value).length;
  const factsGiven = Object.values(facts.value).filter((text) => text.trim() !== '').length;
  return (
    <section class="play" aria-label="Tried with">
      <div class="play-row">
        <Field label="Look">
          {(control) => (
            <select
              {...control}
              value={look.value}
              onChange={(event) => {
                look.value = LOOKS.find(([name]) => name === event.currentTarget.value)?.[0] ?? 'measured';
              }}
            >
              {LOOKS.map(([name, text]) => (
                <option key={name} value={name}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
        <ClockField problem={problemOf(sheet.problems.value, 'at')} />
      </div>
      {(schema === null || schema.length > 0 || given > 0) && (
        <details open={problems.size > 0 || undefined}>
          <summary>
            Params <span class="muted">{given === 0 ? 'as by default' : `${given} given`}</span>
          </summary>
          {schema === null ? (
            <p class="muted">They are listed once the metadata can be read.</p>
          ) : (
            <ParamsForm
              params={schema}
              values={params.value}
              problems={problems}
              onChange={(values) => {
                params.value = values;
              }}
            />
          )}
        </details>
      )}
      <details>
        <summary>
          Device <span class="muted">{factsGiven === 0 ? 'in good health' : `${factsGiven} given`}</span>
        </summary>
        <FactsForm problems={sheet.problems.value} />
      </details>
    </section>
  );
}

function ClockField({ problem }: { readonly problem: string | undefined }) {
  return (
    <Field label="Clock" problem={problem}>
      {(control) => (
        <>
          <input
            {...control}
            type="datetime-local"
            value={clock.value === null ? '' : zonedText(clock.value)}
            onChange={(event) => {
              clock.value = momentOf(event.currentTarget.value);
            }}
          />
          <Button
            pressed={clock.value === null}
            onPress={() => {
              clock.value = null;
            }}
          >
            Now
          </Button>
        </>
      )}
    </Field>
  );
}

function FactsForm({ problems }: { readonly problems: readonly FieldProblem[] }) {
  return (
    <div class="device-facts">
      {FACTS.map(([name, label, unit, type]) => (
        <Field key={name} label={label} unit={unit} problem={problemOf(problems, `facts.${name}`)}>
          {(control) => (
            <input
              {...control}
              autocomplete="off"
              inputMode={type === 'number' ? 'decimal' : undefined}
              value={facts.value[name] ?? ''}
              onInput={(event) => {
                facts.value = { ...facts.value, [name]: event.currentTarget.value };
              }}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

function problemOf(problems: readonly FieldProblem[], field: string): string | undefined {
  return problems.find((problem) => problem.field === field)?.message;
}
