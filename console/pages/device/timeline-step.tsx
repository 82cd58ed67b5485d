/** One step of the timeline: for a poll, all that came of it. */
import type { ComponentChildren } from 'preact';
import type { TrailStep } from '../../api/types.ts';
import { bytesText, clockTime, countText, durationText, fullTime } from '../../parts/time-text.ts';
import { logText } from './log-text.ts';

type Identity = Extract<TrailStep, { readonly kind: 'identity' }>;
type Poll = Extract<TrailStep, { readonly kind: 'poll' }>;
type ImageCall = Poll['images'][number];

const DECISIONS = {
  new: 'told a new picture',
  same: 'told the same picture as before',
  kept: 'told to keep its picture',
  overloaded: 'told to come back: the server had no room',
} as const;

const IDENTITY = {
  registered: 'Registered: it got a key from setup',
  adopted: 'Accepted with a token of its own',
  pinned: 'Accepted with a key of its own',
  claimed_by_code: 'Took over its address by its code',
  key_handed_out: 'Setup gave it a key',
  setup_refused: 'Setup gave it no key',
  setup_incomplete: 'Setup refused: it says too little of itself (setup_headers)',
  token_refused: 'Refused: a wrong or an empty token',
  held_back: 'Not examined: too many attempts from one address',
  signature_refused: 'Refused: names its key, and is not signed by it',
  call_repeated: 'Refused: signed by its key, and perhaps recorded',
  signed_call_refused: 'Refused: signed by its key, with a wrong time or an old version',
  image_refused: 'Image call refused: a wrong signature',
  image_expired: 'Image call refused: its address had expired',
  identity_reset: 'Reset by an admin',
} as const;

interface TimelineStepProps {
  readonly step: TrailStep;
  /** The log lines that a call brought. */
  readonly lines: readonly unknown[];
}

export function TimelineStep({ step, lines }: TimelineStepProps) {
  return (
    <li class="step" data-kind={step.kind} data-bad={isBad(step)} data-unproven={isUnproven(step)}>
      <time dateTime={step.at} title={fullTime(step.at)}>
        {clockTime(step.at)}
      </time>
      <div>
        <StepText step={step} lines={lines} />
      </div>
    </li>
  );
}

function isBad(step: TrailStep): boolean {
  if (step.kind === 'poll')
    return (
      step.code !== null || step.decision === 'overloaded' || step.images.some(({ status }) => status >= 400)
    );
  if (step.kind === 'image') return step.status >= 400;
  return step.kind === 'identity' && step.event === 'signed_call_refused';
}

/** Calls that anybody can make are told as what they are. */
function isUnproven(step: TrailStep): boolean {
  return step.kind === 'identity' && !step.authenticated && step.event !== 'registered';
}

function StepText({ step, lines }: TimelineStepProps) {
  switch (step.kind) {
    case 'poll':
      return <PollSteps poll={step} />;
    case 'image':
      return (
        <>
          <strong>Image call</strong> <ImageText image={step} />
          <Detail>for {step.picture}, of no poll that is known</Detail>
        </>
      );
    case 'log':
      return (
        <>
          <strong>{countText(step.entries, 'log line')}</strong> <RequestId id={step.request_id} />
          {lines.length > 0 && (
            <ol class="lines">
              {lines.map((line, index) => (
                <li key={index}>
                  <code>{logText(line)}</code>
                </li>
              ))}
            </ol>
          )}
        </>
      );
    case 'config':
      return (
        <>
          <strong>Entry changed</strong>
          <Detail>
            {step.names.join(', ')} by {step.who}
          </Detail>
        </>
      );
    case 'identity':
      return <IdentityStep step={step} />;
  }
}

function IdentityStep({ step }: { readonly step: Identity }) {
  const { event, count, detail, address, usual_address: isUsual, request_id: id } = step;
  const from = address === null ? null : `from ${address}`;
  const whose = isUsual === null ? '' : isUsual ? ', its usual address' : ', which is not its address';
  return (
    <>
      <strong>{IDENTITY[event]}</strong>
      {count > 1 && `, ${countText(count, 'time')} so far`} <RequestId id={id} />
      <Detail>{[detail, from === null ? null : from + whose].filter(Boolean).join(' ')}</Detail>
      {isUnproven(step) && (
        <Detail>Not authenticated: anybody who knows the MAC address can make this call.</Detail>
      )}
    </>
  );
}

function PollSteps({ poll }: { readonly poll: Poll }) {
  const { count, decision, refresh, screen, picture, code, drawing, images, last } = poll;
  return (
    <>
      <strong>{count === 1 ? 'Poll' : `${countText(count, 'poll')} until ${clockTime(last)}`}</strong>,{' '}
      {DECISIONS[decision]}
      {code !== null && <span class="bad-text">, the screen failed: {code}</span>}
      <ol class="chain">
        <li>
          <b>Poll</b> {sayings(poll)} <RequestId id={poll.request_id} />
        </li>
        <li>
          <b>Decision</b> {screen}
          {picture !== null && (
            <>
              , <code title={picture}>{picture.slice(0, 8)}</code>
            </>
          )}
          , come back in {durationText(refresh)}
        </li>
        {drawing !== null && (
          <li>
            <b>Drawing</b> {Math.round(drawing.ms * 10) / 10} ms, {bytesText(drawing.bytes)}
            {drawing.step > 0 && `, made smaller to fit: ${drawing.lost ?? stepText(drawing.step)}`}
          </li>
        )}
        {images.map((image) => (
          <li key={`${image.at} ${image.request_id}`}>
            <b>Image call</b> <ImageText image={image} />{' '}
            <span class="muted">{laterText(poll.last, image.at)}</span>
          </li>
        ))}
        {images.length === 0 && decision === 'new' && (
          <li>
            <b>Image call</b> <span class="bad-text">none so far</span>
          </li>
        )}
      </ol>
    </>
  );
}

/** What the device said of itself, and from where. */
function sayings({
  battery_voltage: volts,
  percent_charged: percent,
  rssi,
  firmware_version: firmware,
  address,
}: Poll): string {
  return [
    percent === null ? null : `${percent} %`,
    volts === null ? null : `${volts} V`,
    rssi === null ? null : `${rssi} dBm`,
    firmware === null ? null : `firmware ${firmware}`,
    `from ${address}`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

function laterText(from: string, to: string): string {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
  return seconds < 0 ? '' : seconds < 10 ? `${seconds.toFixed(1)} s later` : `${durationText(seconds)} later`;
}

function ImageText({ image }: { readonly image: ImageCall }) {
  const { status, bytes, code } = image;
  return (
    <>
      <span class={status >= 400 ? 'bad-text' : undefined}>{status}</span>
      {status === 304 ? ', it has it already' : `, ${bytesText(bytes)}`}
      {code !== null && `, ${code}`} <RequestId id={image.request_id} />
    </>
  );
}

function RequestId({ id }: { readonly id: string | null }) {
  if (id === null) return null;
  return (
    <span class="muted request">
      request <code>{id}</code>
    </span>
  );
}

function Detail({ children }: { readonly children: ComponentChildren }) {
  return <p class="muted">{children}</p>;
}

/** What is said of a step that loses nothing, and of one of which it was not noted what it lost. */
function stepText(step: number): string {
  return step === 1 ? 'compressed harder' : `step ${step} of the size ladder`;
}
