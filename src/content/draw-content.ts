/** Draws a content, and keeps the secrets of its screen out of warnings and failures. */
import type { Deadline } from '../base/deadline.ts';
import type { Problem } from '../base/failure.ts';
import { redact } from '../base/redact.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { RasterPool } from '../pool/raster-pool.ts';
import type { RasterOutput, RasterResult } from '../render/jobs.ts';
import type { Content } from '../store/content-store.ts';

/** Draw a content. Secrets are removed from warnings and failures, which may quote its SVG. */
export async function drawContent(
  pool: RasterPool,
  { svg, name, assets, origins, spec, overlay, secrets }: Content,
  deadline: Deadline,
  output: RasterOutput = 'panel',
): Promise<Result<RasterResult>> {
  const job = { svg, name, assets, origins, spec, output, ...(overlay === undefined ? {} : { overlay }) };
  const drawn = await pool.run(job, deadline);
  if (!drawn.ok) return err(withoutSecrets(drawn.error, secrets));
  const warnings = drawn.value.warnings.map((warning) => withoutSecrets(warning, secrets));
  return ok({ ...drawn.value, warnings });
}

/** A problem with the secrets removed from its message. */
export function withoutSecrets<P extends Problem>(problem: P, secrets: readonly string[]): P {
  return secrets.length === 0 ? problem : { ...problem, message: redact(problem.message, secrets) };
}
