/** Describes errors in a command line, instead of its parser. */
import { didYouMean } from '../platform/base/nearest.ts';

/** The known words of a command line. */
export interface KnownWords {
  /** Names without dashes. */
  readonly options: readonly string[];
  readonly commands: readonly string[];
  /** The commands of each command that is a group. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
}

/** `a, b or c`. */
const ONE_OF = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/**
 * Rephrase the parser's message, with the words that were probably meant.
 * @param message the parser's, in English
 * @param args    the command line
 */
export function describeUsageProblem(message: string, args: readonly string[], known: KnownWords): string {
  const [, dashes = '', option] = /^Not enough arguments following: (-*)(\w+)$/.exec(message) ?? [];
  if (option !== undefined) return `${dashes || dashesOf(option)}${option}: expected a value, got none`;
  const [group = '', second = ''] = args;
  const members = Object.hasOwn(known.groups, group) ? known.groups[group] : undefined;
  if (members !== undefined && !second.startsWith('-') && !members.includes(second) && second !== '') {
    const hint = didYouMean(second, members) || `; expected ${ONE_OF.format(members)}`;
    return `there is no command "${group} ${second}"${hint}`;
  }
  if (message.startsWith('Not enough non-option arguments')) {
    return `${args.filter((arg) => !arg.startsWith('-')).join(' ')}: expected one argument more`;
  }
  const values = describeValues(message, args);
  if (values !== null) return values;
  const [, unknown] = /^Unknown arguments?: (.*)$/s.exec(message) ?? [];
  if (unknown === undefined) return message;
  const names = unknown.split(', ');
  const [first = ''] = names;
  // Further words after an unknown command are not judged.
  if (first === args[0] && !first.startsWith('-')) {
    return `there is no command "${first}"${didYouMean(first, known.commands)}`;
  }
  return names.map((name) => describeUnknown(name, args, known)).join('; ');
}

/** The parser's message about an option that takes one of some words, in a sentence; null for another message. */
function describeValues(message: string, args: readonly string[]): string | null {
  if (!message.startsWith('Invalid values:')) return null;
  const [, rest = ''] = message.split('Argument: ');
  const [name = '', values = ''] = rest.split(', Given: "');
  const [given = '', list = ''] = values.split('", Choices: ');
  const choices = [...list.matchAll(/"([^"]*)"/g)].map(([, choice = '']) => choice);
  if (choices.length === 0) return message;
  const label = args.includes(given) && args[1] === given ? name : `${dashesOf(name)}${name}`;
  return `${label}: expected ${ONE_OF.format(choices)}, got "${given}"`;
}

function describeUnknown(name: string, args: readonly string[], known: KnownWords): string {
  const isOption = args.some((arg) => arg.startsWith('-') && arg.replace(/^-+/, '').split('=')[0] === name);
  if (!isOption) return `"${name}" is more than this command takes`;
  const long = known.options.filter((option) => option.length > 1).map((option) => `--${option}`);
  const hint = name.length > 1 ? didYouMean(`--${name}`, long) : '';
  return `there is no option ${dashesOf(name)}${name} here${hint}`;
}

function dashesOf(option: string): string {
  return option.length === 1 ? '-' : '--';
}
