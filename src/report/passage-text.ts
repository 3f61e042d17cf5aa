/** What an animation's steps between frames say in words: what meets, what is proven, and what is left open. */
import type { OpenPair } from './passages.ts';
import type { AnimationReport, ReportObject } from './report.ts';
import { counted, grouped, plainText } from './text.ts';

type Frames = AnimationReport['frames'];
type Names = readonly Pick<ReportObject, 'name' | 'label'>[];

/** Pairs that are named, at most; --json has all. */
const NAMED_MOST = 3;

/** The first time each pair of objects is left open. */
function openPairs(frames: Frames): OpenPair[] {
  const pairs = new Map<string, OpenPair>();
  for (const pair of frames.flatMap(({ open = [] }) => open)) {
    const key = `${pair.a} ${pair.b}`;
    if (!pairs.has(key)) pairs.set(key, pair);
  }
  return [...pairs.values()];
}

/** The first few, and how many more there are. */
function listedFew<T>(all: readonly T[], text: (each: T) => string, word: string): string {
  const rest = all.length > NAMED_MOST ? [counted(all.length - NAMED_MOST, `more ${word}`)] : [];
  return [...all.slice(0, NAMED_MOST).map(text), ...rest].join(', ');
}

function openClause(frames: Frames, objects: Names): string {
  const nameOf = (object: number) => plainText(objects[object].label ?? objects[object].name);
  const bothOf = ({ a, b }: OpenPair) => `${nameOf(a)} and ${nameOf(b)}`;
  const pairs = openPairs(frames);
  const [met, near] = [pairs.filter(({ distance }) => distance === 0), pairs.filter(({ distance }) => distance > 0)];
  const unbounded = [...new Set(frames.flatMap((frame) => frame.unbounded ?? []))];
  const metText = listedFew(met, (pair) => `${bothOf(pair)} at ${pair.time.toFixed(6)} s`, 'pair');
  const open = [
    listedFew(near, (p) => `${bothOf(p)} (${p.distance.toPrecision(2)} apart at ${p.time.toFixed(6)} s)`, 'pair'),
    listedFew(unbounded, (object) => `${nameOf(object)} (its motion has no bound)`, 'object'),
  ].filter((text) => text !== '');
  const said = [
    ...(met.length > 0 ? [`; meeting: ${metText}`] : []),
    ...(open.length > 0 ? [`; not proven: ${open.join(', ')}; collidescope motion looks closer`] : []),
  ];
  return said.join('');
}

/** What meets between frames, when that was asked. */
export function passageSentence(frames: Frames, objects: Names): string {
  const asked = frames.filter(({ impacts }) => impacts !== undefined);
  if (asked.length === 0) return '';
  if (asked.every(({ proven }) => proven)) return '; nothing meets between frames (proven)';
  const steps = asked.filter(({ impacts = 0 }) => impacts > 0);
  const separation = Math.max(0, ...asked.map((frame) => frame.separation ?? 0));
  const near = `comes nearer than ${separation.toPrecision(2)}`;
  const open = openClause(asked, objects);
  if (steps.length === 0) {
    // Nothing open: only within objects that bend is nothing proven.
    if (open === '') return `; nothing ${near} on straight pieces between frames (not proven within objects)`;
    return `; nothing else ${separation > 0 ? near : 'meets'} between frames${open}`;
  }
  const many = `${grouped(steps.length)} of ${counted(asked.length, 'step')} between frames`;
  const first = `${steps[0].firstImpact!.toFixed(6)} s`;
  if (separation > 0) return `; in ${many} something meets or ${near}, first at ${first}${open}`;
  return `; ${many} have impacts, the first at ${first}${open}`;
}
