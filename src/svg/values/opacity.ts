/** Opacities. */

/** A number or percentage, 0..1. 1 for what is missing or cannot be read. */
export function readOpacity(text: string | undefined): number {
  const value = Number.parseFloat(text ?? '');
  if (Number.isNaN(value)) return 1;
  return Math.min(Math.max(text?.trim().endsWith('%') ? value / 100 : value, 0), 1);
}
