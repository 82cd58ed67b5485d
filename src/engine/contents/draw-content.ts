/** Draws a content, and keeps the secrets of its screen out of warnings and failures. */
import type { Deadline } from '../../platform/base/deadline.ts';
import type { Problem } from '../../platform/base/failure.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { Party } from '../../platform/base/party-shares.ts';
import { redact } from '../../platform/base/redact.ts';
import { roundTimes, type Timed } from '../../platform/base/stages.ts';
import type { RasterOutput, RasterResult } from '../jobs/jobs.ts';
import type { RasterPool } from '../pool/raster-pool.ts';
import type { Content } from './content-store.ts';

/** The call that a content is drawn for. */
export interface DrawCall {
  readonly deadline: Deadline;
  /** Takes the lines about the drawing, with the id of the request. */
  readonly log: Logger;
  /** The device that calls; null where it is not known. */
  readonly device: string | null;
  /** For whom it is drawn: the device's party, or an admin who looks on. */
  readonly party: Party;
  /** True where the picture goes behind those of others. */
  readonly last?: boolean;
  /** True: the result also tells the size of the file for the panel. */
  readonly measuresSize?: boolean;
}

/** Draw a content. Secrets are removed from warnings and failures, which may quote its SVG. */
export async function drawContent(
  pool: RasterPool,
  content: Content,
  call: DrawCall,
  output: RasterOutput = 'panel',
): Promise<Timed<RasterResult>> {
  const { svg, name, assets, files = [], origins, spec, overlay, secrets } = content;
  const { measuresSize = false } = call;
  const extras = { ...(overlay === undefined ? {} : { overlay }), ...(measuresSize ? { measuresSize } : {}) };
  const job = { svg, name, assets, files, origins, spec, output, ...extras };
  const drawn = await pool.run(job, call.deadline, call.log, call);
  if (call.log.isLevelEnabled('debug')) logDrawing(content, call, drawn);
  if (!drawn.ok) return { ...drawn, error: withoutSecrets(drawn.error, secrets) };
  const warnings = drawn.value.warnings.map((warning) => withoutSecrets(warning, secrets));
  return { ...drawn, value: { ...drawn.value, warnings } };
}

function logDrawing({ screen, hash }: Content, { log, device }: DrawCall, drawn: Timed<RasterResult>): void {
  const facts = { screen, device, hash, stagesMs: roundTimes(drawn.stagesMs) };
  if (!drawn.ok) log.debug({ ...facts, code: drawn.error.code }, 'picture not drawn');
  else log.debug({ ...facts, texts: drawn.value.texts, bytes: drawn.value.png.length }, 'picture drawn');
}

/** A problem with the secrets removed from its message. */
export function withoutSecrets<P extends Problem>(problem: P, secrets: readonly string[]): P {
  return secrets.length === 0 ? problem : { ...problem, message: redact(problem.message, secrets) };
}
