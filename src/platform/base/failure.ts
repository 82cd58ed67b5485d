/**
 * Why a picture could not be made. Failures are plain data, so that they keep their code and position between threads.
 */

export type FailureCode =
  | 'screen_missing'
  | 'screen_invalid'
  | 'script_syntax'
  | 'script_error'
  | 'script_timeout'
  | 'script_memory'
  | 'script_result'
  | 'template_syntax'
  | 'template_error'
  | 'template_limit'
  | 'svg_invalid'
  | 'svg_limit'
  | 'asset_refused'
  | 'asset_missing'
  | 'compose_timeout'
  | 'raster_timeout'
  | 'raster_failed'
  | 'picture_too_large'
  | 'worker_lost'
  | 'overloaded';

/** Something that is wrong, and where: a failure, or a warning about a screen that works nevertheless. */
export interface Problem {
  /** One sentence for the author of the screen: what was expected and what came. No secrets, no absolute paths. */
  readonly message: string;
  /** File name as the author knows it, relative to the screen's root. */
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
  /** `note` for what is probably intended; everything else is a warning or a failure. */
  readonly level?: 'note';
}

export interface Failure extends Problem {
  readonly code: FailureCode;
}

/** Write a problem in one line: `clock.lua:12:5: message`, with only the parts that are known. */
export function describeFailure({ file, line, column, message }: Problem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return place === '' ? message : `${place}: ${message}`;
}
