/** A device that exists only for a bench. */

export interface VirtualDevice {
  readonly mac: string;
  readonly token: string;
  /** The screen that it shows, for the report; null where only the server knows it. */
  readonly screen: string | null;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Header `Model`. */
  readonly model: string;
  /** Header `Board`; null for devices that send none. */
  readonly board: string | null;
}

/** The display of most devices. */
const USUAL_SIZE = { widthPx: 800, heightPx: 480, model: 'og' } as const;

/**
 * A MAC of the range that no manufacturer uses (IEEE 802, the bit "locally administered"), so that it belongs to no real
 * device.
 * @param seed   of the run: runs with other seeds use other addresses
 * @param number of the device, from 0 to 65 535
 */
export function virtualMac(seed: number, number: number): string {
  const bytes = [0x02, 0xbe, (seed >>> 8) & 0xff, seed & 0xff, (number >>> 8) & 0xff, number & 0xff];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
}

/** Devices for a server that decides itself what they show. */
export function virtualDevices(count: number, seed: number): readonly VirtualDevice[] {
  return Array.from({ length: count }, (_, number) => {
    const mac = virtualMac(seed, number);
    return { mac, token: `bench-${seed}-${mac}`, screen: null, ...USUAL_SIZE, board: null };
  });
}
