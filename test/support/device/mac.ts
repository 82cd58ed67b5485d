/** The MAC address of one of many devices that share their first two digits. */
export function macOf(prefix: string, number: number): string {
  const hex = number.toString(16).padStart(8, '0').toUpperCase();
  return [prefix, '00', ...(hex.match(/../g) ?? [])].join(':');
}
