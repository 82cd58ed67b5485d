/**
 * The fault suite in its long form, `npm run test:faults`: the scenarios of the tests beside this, again and again with other
 * random numbers for `FAULTS_MINUTES` (20), and what came of it. Exits with 1 where anything happened that never must.
 */
import { crashAgainAndAgain } from '../support/faults/crashes.ts';
import { failOver, openReplicated } from '../support/faults/failover.ts';
import { startWithMany } from '../support/faults/many-devices.ts';
import {
  loseServer,
  openPair,
  registerAtOnce,
  replaceServers,
  STORE_FAULTS,
  suffer,
} from '../support/faults/pair.ts';
import { type Ending, openScene, openStage } from '../support/faults/scene.ts';
import { Tally } from '../support/faults/tally.ts';

const MINUTE_MS = 60_000;
const KILLS = 100;
const MANY = 100_000;

const endMs = performance.now() + Number(process.env['FAULTS_MINUTES'] ?? '20') * MINUTE_MS;
const firstSeed = Number(process.env['FAULTS_SEED'] ?? '1');
const tally = new Tally();
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** Run a part, and end what it has started, the last first. */
async function act(part: (ending: Ending) => Promise<void>): Promise<void> {
  const ends: (() => void | Promise<void>)[] = [];
  try {
    await part({ after: (end) => ends.push(end) });
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

await act(async (ending) => {
  const { emptyMs, filledMs } = await startWithMany(openStage(ending), MANY, 3);
  say(`start with an empty store ${Math.round(emptyMs)} ms, with ${MANY} devices ${Math.round(filledMs)} ms`);
});
await act(async (ending) => {
  // Half of the time at most: a slow machine gets to the rest, too.
  const halfMs = performance.now() + (endMs - performance.now()) / 2;
  const kills = await crashAgainAndAgain(await openScene(ending, firstSeed, tally), KILLS, firstSeed, halfMs);
  say(`one server, killed ${kills} times`);
});
for (let seed = firstSeed; performance.now() < endMs; seed++) {
  await act(async (ending) => {
    const scene = await openScene(ending, seed, tally);
    const pair = await openPair(ending, scene);
    await registerAtOnce(pair, scene, 100);
    for (const fault of STORE_FAULTS) await suffer(pair, scene, fault, 5_000);
    await loseServer(pair, scene);
    await replaceServers(pair, scene);
  });
  await act(async (ending) => {
    const scene = await openScene(ending, seed, tally);
    const replicated = await openReplicated(ending, scene);
    await registerAtOnce(replicated, scene, 30);
    await failOver(replicated, scene);
  });
  say(`two servers, seed ${seed}: ${tally.calls} calls, ${tally.violations.length} violations`);
}
say(tally.lines().join('\n'));
process.exitCode = tally.violations.length > 0 ? 1 : 0;
