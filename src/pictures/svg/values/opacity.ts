/** Opacities. */

/** A number or percentage as 0..1; 1 for a missing or invalid one. */
export function readOpacity(text: string | undefined): number {
  const value = Number.parseFloat(text ?? '');
  if (Number.isNaN(value)) return 1;
  return Math.min(Math.max(text?.trim().endsWith('%') ? value / 100 : value, 0), 1);
}
