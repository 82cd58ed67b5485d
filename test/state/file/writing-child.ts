/**
 * A process that writes to a state in a folder as fast as it can: `writing-child <url> <name>`. Prints the id of each
 * device and the revision of each config once it is told that they are kept. Writes to stderr why it cannot go on.
 */
import { writeSync } from 'node:fs';
import { openState } from '../../../src/state/open-state.ts';

const [url = '', name = ''] = process.argv.slice(2);
const state = await openState(url);
if (!state.ok) {
  writeSync(2, `${state.error}\n`);
  process.exit(78);
}
const { devices, config, contents } = state.value;

async function claimDevices(lane: number): Promise<void> {
  for (let number = 0; ; number++) {
    const id = `${name}.${lane}.${number}`;
    await devices.claim(id, `identity of ${id}`, [`code of ${id}`], number);
    await devices.noteContact(id, 'x'.repeat(1_000), number);
    writeSync(1, `device ${id}\n`);
  }
}

async function saveConfigs(): Promise<void> {
  for (;;) {
    const before = await config.current();
    const text = `${before?.text ?? ''}${name}\n`;
    const saved = await config.save(before?.revision ?? 0, { text, savedMs: 1, note: name });
    if (saved.won) writeSync(1, `config ${saved.revision}\n`);
  }
}

async function putContents(): Promise<void> {
  for (let number = 0; ; number++) await contents.put(`${name} ${number}`, Buffer.alloc(20_000, number));
}

writeSync(1, 'ready\n');
try {
  await Promise.all([claimDevices(0), claimDevices(1), saveConfigs(), putContents()]);
} catch (error) {
  writeSync(2, `${error instanceof Error ? error.message : ''}\n`);
  process.exit(1);
}
