/** `stipple bench`: sends the calls of many devices to a server, and tells how fast and how well it answers. */
import type { CommandModule } from 'yargs';
import { PRESETS } from '../../bench/plan.ts';
import type { BenchArguments } from '../bench/arguments.ts';

const text = (describe: string) => ({ type: 'string', nargs: 1, describe }) as const;
const list = (describe: string) => ({ type: 'string', array: true, nargs: 1, describe }) as const;
const flag = (describe: string) => ({ type: 'boolean', default: false, describe }) as const;

export const benchCommand: CommandModule<object, BenchArguments> = {
  command: 'bench [preset]',
  describe: 'Measure how fast a server answers the calls of many devices',
  builder: (yargs) =>
    yargs
      .positional('preset', {
        choices: PRESETS,
        default: 'steady' as const,
        describe:
          'smoke: a few wakes, to see that all works. steady: a rate for a minute. ramp: the highest rate that is kept. power-cut: all devices within a minute. fleet: 2 000 devices with 20 screens of its own',
      })
      .option(
        'url',
        text('A server that runs already; without it, one is started with the config of CONFIG_FILE'),
      )
      .option('also', list('With --url: another address that pictures may be fetched from; may be repeated'))
      .option('token-file', text('With --url: file with the admin token, for the times of stages'))
      .option('devices', { ...text('Devices; default: those of the config'), alias: 'n' })
      .option('screen', { ...text('What all devices show, instead of what the config says'), alias: 's' })
      .option(
        'fleet',
        flag('The 2 000 devices and 20 screens of the preset fleet, with the wakes of another preset'),
      )
      .option('upstream', list('Without --url: host that screens may ask for data; may be repeated'))
      .option('refresh', text('Seconds between two wakes of a device'))
      .option('rate', { ...text('Wakes a second, of all devices together'), alias: 'r' })
      .option('duration', { ...text('Seconds; with ramp those of one step'), alias: 't' })
      .option('warm-up', text('Seconds of calls before those that count'))
      .option('cold', flag('Each call reports another battery voltage: a screen that shows it is drawn anew'))
      .option('hot', flag('Nothing changes, and each wake fetches its picture'))
      .option('keep-alive', flag('Keep connections between calls; firmware opens one for each'))
      .option('seed', text('Number that the times of the wakes are made from; default 1'))
      .option('json', text('File to write the result into, for --compare'))
      .option('report', { ...text('HTML file to write a report into'), alias: 'o' })
      .option('compare', text('Result of an earlier run to compare with'))
      .option('max-p99', text('Exit code 1 when p99 of display or image is above so many ms'))
      .option('max-errors', text('Exit code 1 for more errors: a number, or a share such as 1%'))
      .example('$0 bench', 'The screens of the config, at 10 wakes a second for a minute')
      .example('$0 bench ramp --report report.html', 'How many wakes a second this machine can serve')
      .example('$0 bench power-cut --fleet', 'A power cut in a fleet of 2 000 devices')
      .example('$0 bench --url http://display.example:3000 -n 50 -r 5', 'A server that runs already')
      .example('$0 bench smoke --max-errors 0 --max-p99 500', 'In a CI'),
  handler: async (args) => (await import('../bench/bench.ts')).bench(args),
};
