/** All functions that scripts can call besides Lua's own libraries. */
import type { FunctionGroup, LuaFunction } from './function-group.ts';
import { baseGroup } from './functions/base.ts';
import { dataGroup } from './functions/data.ts';
import { encodingGroup } from './functions/encoding.ts';
import { factsGroup } from './functions/facts.ts';
import { filesGroup } from './functions/files.ts';
import { htmlGroup } from './functions/html.ts';
import { httpGroup } from './functions/http.ts';
import { imageGroup } from './functions/image.ts';
import { jsonGroup } from './functions/json.ts';
import { layoutGroup } from './functions/layout.ts';
import { logGroup } from './functions/log.ts';
import { osGroup } from './functions/os.ts';
import { qrGroup } from './functions/qr.ts';
import { timeGroup } from './functions/time.ts';

/** In the order of their registration. A new group is a new file and a line here. */
export const FUNCTION_GROUPS: readonly FunctionGroup[] = [
  baseGroup,
  factsGroup,
  osGroup,
  logGroup,
  timeGroup,
  jsonGroup,
  httpGroup,
  dataGroup,
  htmlGroup,
  encodingGroup,
  filesGroup,
  qrGroup,
  imageGroup,
  layoutGroup,
];

/** All functions and methods, in the order in which the sandbox numbers them. */
export const ALL_FUNCTIONS: readonly LuaFunction[] = FUNCTION_GROUPS.flatMap((group) => [
  ...Object.values(group.functions),
  ...Object.values(group.types ?? {}).flatMap((methods) => Object.values(methods)),
  ...Object.values(group.metatables ?? {}).flatMap(({ methods }) => Object.values(methods)),
]);
