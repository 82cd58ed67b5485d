/** Makes the steps of a random filter. */
import type { Dice } from './dice.ts';

const INPUTS = [
  'SourceGraphic',
  'SourceAlpha',
  'BackgroundImage',
  'FillPaint',
  'StrokePaint',
  'r',
  'nothing',
];
const NUMBERS = ['0', '.1', '1', '3', '9', '-2', '40', '1e4', '1e9', 'x'];

/** Up to five steps, each with attributes of its kind. */
export function randomFilter(dice: Dice): string {
  return dice.times(5, () => randomStep(dice));
}

function randomStep(dice: Dice): string {
  const n = (): string => dice.pick(NUMBERS);
  const common = ` in="${dice.pick(INPUTS)}" in2="${dice.pick(INPUTS)}"${dice.chance(30) ? ' result="r"' : ''}${dice.chance(20) ? ` x="${n()}" y="${n()}" width="${n()}" height="${n()}"` : ''}`;
  const light = dice.pick([
    `<feDistantLight azimuth="${n()}" elevation="${n()}"/>`,
    `<fePointLight x="${n()}" y="${n()}" z="${n()}"/>`,
    `<feSpotLight x="${n()}" z="${n()}" limitingConeAngle="${n()}" specularExponent="${n()}"/>`,
    '',
  ]);
  switch (dice.below(17)) {
    case 0:
      return `<feGaussianBlur stdDeviation="${n()} ${n()}"${common}/>`;
    case 1:
      return `<feOffset dx="${n()}" dy="${n()}"${common}/>`;
    case 2:
      return `<feFlood flood-opacity=".5"${common}/>`;
    case 3:
      return `<feBlend mode="hue"${common}/>`;
    case 4:
      return `<feComposite operator="${dice.pick(['arithmetic', 'in', 'xor'])}" k1="${n()}" k4="${n()}"${common}/>`;
    case 5:
      return `<feMerge>${dice.times(4, () => `<feMergeNode in="${dice.pick(INPUTS)}"/>`)}</feMerge>`;
    case 6:
      return `<feTile${common}/>`;
    case 7:
    case 8:
      return `<feImage ${dice.href()}${common}/>`;
    case 9:
      return `<feComponentTransfer${common}><feFuncR type="table" tableValues="${n()} ${n()}"/><feFuncA type="gamma" exponent="${n()}"/></feComponentTransfer>`;
    case 10:
      return `<feColorMatrix type="hueRotate" values="${n()}"${common}/>`;
    case 11:
      return `<feConvolveMatrix order="${dice.pick(['3', '5 3', '1', '9'])}" kernelMatrix="1 1 1 1 1 1 1 1 1" targetX="${n()}"${common}/>`;
    case 12:
      return `<feMorphology operator="dilate" radius="${n()} ${n()}"${common}/>`;
    case 13:
      return `<feDisplacementMap scale="${n()}"${common}/>`;
    case 14:
      return `<feTurbulence baseFrequency="${n()}" numOctaves="${n()}" seed="${n()}" stitchTiles="stitch"${common}/>`;
    case 15:
      return `<feDiffuseLighting surfaceScale="${n()}"${common}>${light}</feDiffuseLighting>`;
    default:
      return `<feSpecularLighting specularExponent="${n()}"${common}>${light}</feSpecularLighting>`;
  }
}
