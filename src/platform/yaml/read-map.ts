/** Reads a YAML text that is one map, such as the metadata of a screen. */
import { LIMITS } from '../base/limits.ts';
import { err, ok, type Result } from '../base/result.ts';
import { Findings } from './findings.ts';
import { describeNode, isNothing, type YamlMap, type YamlProblem } from './node.ts';
import { parseYaml, TOKENS_A_NODE } from './parse.ts';

/**
 * Read a text whose root is a map. All problems are returned at once, in the order of the file.
 * @param options.maxNodes  most nodes, aliases expanded
 * @param options.maxTokens see `YamlBounds`
 * @param options.expected how messages name the map
 * @param options.empty    what a text without content stands for; without it, that is a problem
 * @param read             makes something of the map; it is refused when there are problems after that
 */
export function readYamlMap<T>(
  text: string,
  options: {
    readonly maxNodes: number;
    readonly maxTokens?: number;
    readonly expected: string;
    readonly empty?: T;
  },
  read: (root: YamlMap, findings: Findings) => T,
): Result<T, readonly YamlProblem[]> {
  const { maxNodes, maxTokens = TOKENS_A_NODE * maxNodes, expected, empty } = options;
  const tree = parseYaml(text, { maxNodes, maxTokens, maxDepth: LIMITS.yamlDepth });
  if (!tree.ok) return tree;
  const { root, warnings } = tree.value;
  if (empty !== undefined && isNothing(root)) return ok(empty);
  const findings = new Findings(text);
  findings.warnings.push(...warnings);
  if (root.kind !== 'map') {
    findings.problem(root, `expected ${expected}, got ${describeNode(root)}`);
    return err(findings.problems);
  }
  const value = read(root, findings);
  return findings.problems.length === 0 ? ok(value) : err(findings.allProblems);
}
