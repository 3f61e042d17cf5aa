/** Every scene by its name; see docs/scenes.md for what each shows and where it comes from. */
import type { AnimatedScene, SceneOptions } from './animated-scene.ts';
import { BREAKING_SIZES, breakingScene } from './breaking/breaking.ts';
import { CLOTH_SIZE, clothScene } from './cloth/cloth.ts';
import { HAND_AND_PHONE_SIZE, handAndPhoneScene } from './hand-and-phone/hand-and-phone.ts';
import { ASSEMBLY_SIZE, assemblyScene } from './kinematic/assembly.ts';
import { BENT_BUNNY_SIZES, bentBunnyScene } from './kinematic/bent-bunny.ts';
import { BIG_MODELS_SIZES, bigModelsScene } from './kinematic/big-models.ts';
import { BUNNIES_SIZE, bunniesScene } from './kinematic/bunnies.ts';
import { DOLPHIN_AND_CYLINDER_SIZE, dolphinAndCylinderScene } from './kinematic/dolphin-and-cylinder.ts';
import { DRAGON_AND_PARTICLES_SIZES, dragonAndParticlesScene } from './kinematic/dragon-and-particles.ts';
import { HAT_AND_MOUSE_SIZE, hatAndMouseScene } from './kinematic/hat-and-mouse.ts';
import { MERGED_COWS_SIZES, mergedCowsScene } from './kinematic/merged-cows.ts';
import { STADIUM_SIZE, stadiumScene } from './kinematic/stadium.ts';
import { LEAVES_SIZE, leavesScene } from './leaves/leaves.ts';

export { type AnimatedObject, type AnimatedScene, FRAME_SECONDS, type SceneOptions } from './animated-scene.ts';
export type { BreakingScene } from './breaking/breaking.ts';
export type { ClothScene } from './cloth/cloth.ts';
export type { AssemblyScene, Clash } from './kinematic/assembly.ts';
export { BIG_MODELS, type BigModelName, bigModel } from './kinematic/big-models.ts';
export type { LeavesScene } from './leaves/leaves.ts';
export { SceneMirror } from './mirror.ts';
export { sceneHash } from './scene-hash.ts';

interface SceneEntry {
  /** The numbers of triangles in the papers, smallest first. */
  readonly sizes: readonly number[];
  /** Whether its motion comes from its collisions, so that it needs an engine. */
  readonly simulated: boolean;
  open(options: SceneOptions): Promise<AnimatedScene>;
}

const kinematic = (sizes: readonly number[], open: SceneEntry['open']): SceneEntry => ({
  sizes,
  simulated: false,
  open,
});

const simulated = (sizes: readonly number[], open: SceneEntry['open']): SceneEntry => ({
  sizes,
  simulated: true,
  open,
});

const SCENES = {
  cloth: simulated([CLOTH_SIZE], clothScene),
  breaking: simulated(BREAKING_SIZES, breakingScene),
  leaves: simulated([LEAVES_SIZE], leavesScene),
  bunnies: kinematic([BUNNIES_SIZE], bunniesScene),
  'hand-and-phone': kinematic([HAND_AND_PHONE_SIZE], handAndPhoneScene),
  'dragon-and-particles': kinematic(DRAGON_AND_PARTICLES_SIZES, dragonAndParticlesScene),
  'hat-and-mouse': kinematic([HAT_AND_MOUSE_SIZE], hatAndMouseScene),
  'bent-bunny': kinematic(BENT_BUNNY_SIZES, bentBunnyScene),
  'merged-cows': kinematic(MERGED_COWS_SIZES, mergedCowsScene),
  'dolphin-and-cylinder': kinematic([DOLPHIN_AND_CYLINDER_SIZE], dolphinAndCylinderScene),
  'big-models': kinematic(BIG_MODELS_SIZES, bigModelsScene),
  stadium: kinematic([STADIUM_SIZE], stadiumScene),
  assembly: kinematic([ASSEMBLY_SIZE], assemblyScene),
} satisfies Record<string, SceneEntry>;

export type SceneName = keyof typeof SCENES;

export const sceneNames = Object.keys(SCENES) as SceneName[];

/** The sizes of a scene in its paper, and whether it needs an engine. */
export function describeScene(name: SceneName): { sizes: readonly number[]; simulated: boolean } {
  const { sizes, simulated } = SCENES[name];
  return { sizes, simulated };
}

/** Opens a scene at its start. Simulated scenes need an engine. */
export async function openScene(name: SceneName, options: SceneOptions = {}): Promise<AnimatedScene> {
  const entry: SceneEntry | undefined = SCENES[name];
  if (!entry) throw new Error(`there is no scene "${name}"; the scenes are ${sceneNames.join(', ')}.`);
  return entry.open(options);
}
