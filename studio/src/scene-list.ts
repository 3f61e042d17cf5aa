/** The scenes as the page lists them: a title, a sentence, and a size that suits a browser. */
import type { SceneName } from '../../scenes/index.ts';

export interface ListedScene {
  readonly name: SceneName;
  readonly title: string;
  readonly sentence: string;
  /** Triangles to open it with so that a small machine plays it smoothly, when the paper's are too many for that. */
  readonly light?: number;
}

const ENTRIES: Readonly<Record<SceneName, Omit<ListedScene, 'name'>>> = {
  bunnies: {
    title: 'Bunnies',
    sentence: 'Two bunnies that overlap deeply; one rotates inside the other.',
    light: 16_000,
  },
  cloth: { title: 'Cloth', sentence: 'Falls onto a table and folds without passing through itself.' },
  'hand-and-phone': { title: 'Hand', sentence: 'A skinned hand closes around a phone.' },
  'hat-and-mouse': { title: 'Hat', sentence: 'A soft hat is pulled over a head.' },
  'dolphin-and-cylinder': { title: 'Dolphin', sentence: 'Swims through a swaying cylinder.' },
  'bent-bunny': { title: 'Bent', sentence: 'A bunny bent and crumpled until it intersects itself.' },
  'merged-cows': { title: 'Cows', sentence: 'Two cows as one object, one walking through the other.' },
  leaves: { title: 'Leaves', sentence: '150 leaves fall from a tree and settle.' },
  breaking: { title: 'Breaking', sentence: 'A bunny shatters a dragon into 240 pieces.', light: 35_000 },
  'dragon-and-particles': {
    title: 'Particles',
    sentence: 'Particles swirl through a dragon.',
    light: 24_000,
  },
  assembly: { title: 'Assembly', sentence: '324 parts that only touch, and three real clashes.', light: 40_000 },
  stadium: { title: 'Stadium', sentence: 'A 200 m hall and a scan with millimetre-sized triangles.', light: 60_000 },
  'big-models': { title: 'Big models', sentence: 'Half a million triangles and more.', light: 100_000 },
};

export const SCENE_LIST: readonly ListedScene[] = Object.entries(ENTRIES).map(([name, entry]) => {
  return { name: name as SceneName, ...entry };
});

/** What the page shows first. */
export const FIRST_SCENE: SceneName = 'bunnies';

export function listedScene(name: string): ListedScene | undefined {
  return SCENE_LIST.find((scene) => scene.name === name);
}
