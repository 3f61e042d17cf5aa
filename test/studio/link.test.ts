import { describe, expect, it } from 'vitest';
import { sceneNames } from '../../scenes/index.ts';
import { type Linked, readLink, writeLink } from '../../studio/src/link.ts';
import { QUERY_DEFAULTS, type Query, type QueryKind } from '../../studio/src/query.ts';
import { listedScene, SCENE_LIST } from '../../studio/src/scene-list.ts';

/** Every option other than its default. */
function changed(query: Query): Query {
  const entries = Object.entries(query).map(([name, value]) => {
    if (typeof value === 'boolean') return [name, !value];
    if (typeof value === 'number') return [name, value + 2.5];
    return [name, name === 'kind' ? value : `other-${name}`];
  });
  return Object.fromEntries(entries) as Query;
}

describe('links', () => {
  it.each(Object.keys(QUERY_DEFAULTS) as QueryKind[])('keep everything about %s', (kind) => {
    const linked: Linked = {
      scene: { name: 'cloth', size: 2000, seed: 7, frame: 42 },
      playing: true,
      query: changed(QUERY_DEFAULTS[kind]),
      camera: [1, 2.5, -3, 0, 0.25, 1e-7],
    };
    expect(readLink(writeLink(linked))).toEqual(linked);
  });

  it('have defaults for what they do not say', () => {
    expect(readLink('#scene=bunnies')).toEqual({
      scene: { name: 'bunnies', seed: 1, frame: 0 },
      playing: false,
      query: QUERY_DEFAULTS.collide,
    });
  });

  it.each([
    '',
    '#',
    '#scene=',
    '#scene=no-such-scene',
    '#scene=__proto__',
    '#scene=constructor',
    '#frame=3',
    '#scene=%E0%A4%A',
  ])('%j leads nowhere', (hash) => {
    expect(readLink(hash)).toBeUndefined();
  });

  it.each([
    '#scene=cloth&size=-1&frame=1e9&seed=x&camera=1,2,3',
    '#scene=cloth&size=0&frame=-3&camera=a,b,c,d,e,f',
    '#scene=cloth&size=99999999999&frame=0x10&ask=constructor&camera=1,2,3,4,5,Infinity',
    '#scene=cloth&ask=collide&ask.kind=cull&ask.extra=1',
  ])('%j: what cannot be is left out', (hash) => {
    expect(readLink(hash)).toEqual({
      scene: { name: 'cloth', seed: 1, frame: 0 },
      playing: false,
      query: QUERY_DEFAULTS.collide,
    });
  });

  it('words of a question are plain words', () => {
    const linked = readLink('#scene=cloth&ask=cull&ask.preset=<script>&ask.resolution=NaN');
    expect(linked?.query).toEqual(QUERY_DEFAULTS.cull);
  });
});

describe('the list of scenes', () => {
  it('has every scene once, each with a sentence', () => {
    expect(SCENE_LIST.map(({ name }) => name).sort()).toEqual([...sceneNames].sort());
    for (const { title, sentence } of SCENE_LIST) expect(`${title}: ${sentence}`).toMatch(/^[A-Z].*: .*\.$/);
    expect(listedScene('toString')).toBeUndefined();
  });
});
