/**
 * Shows whether memory stays flat: 10 000 display calls and 2 000 cold images against one server, its memory printed as
 * it goes. Fails when the second half of the run ends more than a tenth above the end of the first.
 * `node dist/benchmarks/soak.js`
 */
import { Device, startServerProcess } from './server-process.ts';

const DISPLAY_CALLS = 10_000;
const IMAGES = 2_000;
const CLIENTS = 4;
const REPORTS = 10;
const ALLOWED_GROWTH = 1.1;

const server = await startServerProcess();
try {
  const devices = Array.from(
    { length: CLIENTS },
    (_, number) => new Device(server.port, `02:00:00:00:01:0${number}`),
  );
  const displays = await observe('display calls', DISPLAY_CALLS, (serial) =>
    // One picture for all: what grows here grows with calls, not with contents.
    devices[serial % CLIENTS]?.display(1),
  );
  const images = await observe('cold images', IMAGES, async (serial) => {
    const device = devices[serial % CLIENTS];
    await device?.image(await device.display(2 + serial));
  });
  if (![displays, images].every(isFlat)) {
    console.log('memory grew');
    process.exitCode = 1;
  } else console.log('memory is flat');
} finally {
  await server.stop();
}

/** Make the calls, `CLIENTS` at a time, and report memory ten times on the way. */
async function observe(
  what: string,
  count: number,
  call: (serial: number) => Promise<unknown> | undefined,
): Promise<readonly number[]> {
  const memory: number[] = [];
  let serial = 0;
  for (let report = 1; report <= REPORTS; report += 1) {
    const until = (count * report) / REPORTS;
    const worker = async (): Promise<void> => {
      while (serial < until) {
        serial += 1;
        await call(serial);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, worker));
    memory.push(server.residentMb());
    console.log(`${String(serial).padStart(6)} ${what}: ${memory.at(-1)?.toFixed(0)} MB`);
  }
  return memory;
}

/** The stores fill up during the first half; from then on nothing may grow. */
function isFlat(memory: readonly number[]): boolean {
  const middle = memory[memory.length / 2 - 1] ?? 0;
  return (memory.at(-1) ?? 0) <= middle * ALLOWED_GROWTH;
}
