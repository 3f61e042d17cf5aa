/**
 * Patterns for names: `*` is any text, `?` one character, `[abc]` one of these, `[!abc]` none of these, `[a-z]` a range.
 *
 * Promise: the time is at most the length of the name times that of the pattern, and near their sum for everyday patterns.
 * Names come from files, so patterns are not turned into regular expressions, which may backtrack excessively.
 */

const ANY = Symbol('any character');
const STAR = Symbol('any text');
/** A character (one code point), any of them, or one of a set. */
type Step =
  | string
  | typeof ANY
  | { readonly isNegated: boolean; readonly ranges: readonly (readonly [string, string])[] };

type Token = Step | typeof STAR;

function setOf(text: string): Step {
  const isNegated = /^[!^]/.test(text);
  const characters = [...(isNegated ? text.slice(1) : text)];
  const ranges: [string, string][] = [];
  for (let i = 0; i < characters.length; i++) {
    const isRange = characters[i + 1] === '-' && i + 2 < characters.length;
    ranges.push([characters[i], characters[isRange ? i + 2 : i]]);
    if (isRange) i += 2;
  }
  return { isNegated, ranges };
}

/** A `[` without its `]`, or with nothing between, is itself. */
function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  for (const [found, set] of pattern.matchAll(/\[([^\]]+)\]|[\s\S]/gu)) {
    if (set !== undefined) tokens.push(setOf(set));
    else if (found !== '*') tokens.push(found === '?' ? ANY : found);
    else if (tokens.at(-1) !== STAR) tokens.push(STAR);
  }
  return tokens;
}

function fits(step: Step, character: string): boolean {
  if (step === ANY) return true;
  if (typeof step === 'string') return step === character;
  const code = character.codePointAt(0)!;
  const isIn = step.ranges.some(([from, to]) => from.codePointAt(0)! <= code && code <= to.codePointAt(0)!);
  return isIn !== step.isNegated;
}

/** Turns a pattern into a test of whole names. */
export function globTest(pattern: string): (name: string) => boolean {
  const tokens = tokensOf(pattern);
  return (name) => matches(tokens, [...name]);
}

/** Only the last star is ever given more text: if what follows it does not fit further on, no earlier star can help. */
function matches(tokens: readonly Token[], name: readonly string[]): boolean {
  let [at, token] = [0, 0];
  let [starToken, starAt] = [-1, 0];
  while (at < name.length) {
    const step = tokens[token];
    if (step === STAR) [starToken, starAt, token] = [token, at, token + 1];
    else if (step !== undefined && fits(step, name[at])) [at, token] = [at + 1, token + 1];
    else if (starToken >= 0) [at, token] = [++starAt, starToken + 1];
    else return false;
  }
  while (tokens[token] === STAR) token++;
  return token === tokens.length;
}
