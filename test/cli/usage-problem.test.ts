import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeUsageProblem } from '../../src/cli/usage-problem.ts';

const KNOWN = {
  options: ['output', 'o', 'screen', 's'],
  commands: ['render', 'check', 'repo'],
  groups: { repo: ['init', 'check'] },
};
const say = (message: string, ...args: readonly string[]): string =>
  describeUsageProblem(message, args, KNOWN);

describe('what is wrong with a command line', () => {
  it('is told with what was probably meant', () => {
    assert.equal(
      say('Unknown argument: rendr', 'rendr'),
      'there is no command "rendr"; did you mean render?',
    );
    assert.equal(
      say('Unknown argument: ouput', 'render', '--ouput=a.png'),
      'there is no option --ouput here; did you mean --output?',
    );
    assert.equal(say('Unknown argument: x', 'render', '-x'), 'there is no option -x here');
    assert.equal(
      say('Unknown argument: clock', 'render', 'clock'),
      '"clock" is more than this command takes',
    );
    assert.equal(
      say('Unknown arguments: clock, x', 'render', 'clock', '-x'),
      '"clock" is more than this command takes; there is no option -x here',
    );
  });

  it('leaves out what belongs to a command that does not exist', () => {
    assert.equal(say('Unknown arguments: zebra, x', 'zebra', '-x'), 'there is no command "zebra"');
  });

  it('names an option that lacks its value as it is written', () => {
    assert.equal(say('Not enough arguments following: o', 'render', '-o'), '-o: expected a value, got none');
    assert.equal(
      say('Not enough arguments following: --svg', 'render', '--svg'),
      '--svg: expected a value, got none',
    );
  });

  it('names a word that is none of those which an option or the command takes', () => {
    const message = 'Invalid values:\n  Argument: size, Given: "q", Choices: "og", "x"';
    assert.equal(say(message, 'render', '--size', 'q'), '--size: expected og or x, got "q"');
    assert.equal(say(message, 'render', 'q'), 'size: expected og or x, got "q"');
    assert.equal(say('Invalid values:\n  Argument: size', 'render'), 'Invalid values:\n  Argument: size');
  });

  it('names a command that a group does not have, with that which was meant or those that there are', () => {
    assert.equal(
      say('Did you mean check?', 'repo', 'chek'),
      'there is no command "repo chek"; did you mean check?',
    );
    assert.equal(
      say('Unknown arguments: zebra, x', 'repo', 'zebra', '-x'),
      'there is no command "repo zebra"; expected init or check',
    );
    assert.equal(
      say('Unknown argument: more', 'repo', 'check', '.', 'more'),
      '"more" is more than this command takes',
    );
    assert.equal(say('there is no such thing', 'constructor', 'chek'), 'there is no such thing');
  });

  it('is told in the words of the parser where those will do', () => {
    assert.equal(say('repo: expected init or check', 'repo'), 'repo: expected init or check');
  });
});
