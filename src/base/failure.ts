/** Why a picture could not be made: plain data, so that it crosses threads without losing its code or place. */

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

/** Something that is wrong, and where: a failure, or a warning about what can be shown all the same. */
export interface Problem {
  /** One sentence for the author of the screen: what was expected, what came. No secrets, no absolute paths. */
  readonly message: string;
  /** File name as the author knows it, relative to the screen's root. */
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
  /** `note` for what may well be meant; everything else is a warning, or worse. */
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
