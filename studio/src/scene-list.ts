/** The scenes as visitors see them: a title, a sentence, and sizes that suit a page. */
import type { SceneName } from '../../scenes/index.ts';

export interface ListedScene {
  readonly name: SceneName;
  readonly title: string;
  readonly sentence: string;
  /** Triangles to open it with so that a small machine plays it smoothly, when the paper's are too many for that. */
  readonly light?: number;
}

const ENTRIES: Readonly<Record<SceneName, Omit<ListedScene, 'name'>>> = {
  bunnies: { title: 'Bunnies', sentence: 'Two in deep penetration, one turning inside the other.', light: 16_000 },
  cloth: { title: 'Cloth', sentence: 'Falls on a table and folds, without passing through itself.' },
  'hand-and-phone': { title: 'Hand', sentence: 'A skinned hand closes around a phone.' },
  'hat-and-mouse': { title: 'Hat', sentence: 'A soft hat is pulled over a head.' },
  'dolphin-and-cylinder': { title: 'Dolphin', sentence: 'Swims through a cylinder that sways.' },
  'bent-bunny': { title: 'Bent', sentence: 'Bent and crumpled until it runs into itself.' },
  'merged-cows': { title: 'Cows', sentence: 'Two cows as one object, one walking through the other.' },
  leaves: { title: 'Leaves', sentence: '150 leaves let go of a tree and settle.' },
  breaking: { title: 'Breaking', sentence: 'A bunny shatters a dragon into 240 pieces.', light: 35_000 },
  'dragon-and-particles': {
    title: 'Particles',
    sentence: 'Particles swirl through a dragon.',
    light: 24_000,
  },
  assembly: { title: 'Assembly', sentence: '324 parts that only touch, and three real clashes.', light: 40_000 },
  stadium: { title: 'Stadium', sentence: 'A hall of 200 m, a scan with triangles of a millimetre.', light: 60_000 },
  'big-models': { title: 'Big models', sentence: 'Half a million triangles and more.', light: 100_000 },
};

export const SCENE_LIST: readonly ListedScene[] = Object.entries(ENTRIES).map(([name, entry]) => {
  return { name: name as SceneName, ...entry };
});

/** What a first-time visitor sees. */
export const FIRST_SCENE: SceneName = 'bunnies';

export function listedScene(name: string): ListedScene | undefined {
  return SCENE_LIST.find((scene) => scene.name === name);
}
