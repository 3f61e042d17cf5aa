/** The shaders of culling in compute passes, and what they bind. */
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import { LINEAR_INDEX_WGSL } from '../../../backend/gpu/linear-index.wgsl.ts';
import { type BindingKind, type Shader, ShaderSource } from '../../../backend/gpu/pipelines.ts';
import { DOUBLE_WGSL } from './double.wgsl.ts';
import { FLOW_WGSL } from './flow.ts';
import { CHECK_LISTS_WGSL, CLOSE_PASS_WGSL, OPEN_PASSES_WGSL, OPEN_VISIT_WGSL } from './flow.wgsl.ts';
import { LONG_WGSL } from './long-numbers.wgsl.ts';
import { PANES_WGSL } from './panes.wgsl.ts';
import { PROJECT_WGSL } from './project.wgsl.ts';
import { COUNT_PIECES_WGSL, MAKE_PIECES_WGSL, PIECE_WGSL } from './sample-pieces.wgsl.ts';
import { CLOSE_SETS_WGSL, OPEN_SETS_WGSL, PACK_SETS_WGSL } from './sets.wgsl.ts';
import { START_LISTS_WGSL } from './square-lists.wgsl.ts';
import { STEEP_WGSL } from './steep.wgsl.ts';

const source = (name: string, code: readonly string[], bindings: readonly BindingKind[]) =>
  new ShaderSource(`cull-${name}`, [FLOW_WGSL, LINEAR_INDEX_WGSL, ...code], ['uniform', ...bindings], { THREADS: 32 });

export const CULL_SHADERS = {
  openVisit: source('open-visit', [OPEN_VISIT_WGSL], ['write', 'write']),
  project: source('project', [LONG_WGSL, DOUBLE_WGSL, PROJECT_WGSL], ['read', 'read', 'read', 'write']),
  countPieces: source(
    'count-pieces',
    [LONG_WGSL, COUNT_PIECES_WGSL],
    ['write', 'read', 'read', 'read', 'read', 'write', 'write'],
  ),
  checkLists: source('check-lists', [CHECK_LISTS_WGSL], ['write', 'write']),
  makePieces: source(
    'make-pieces',
    [LONG_WGSL, DOUBLE_WGSL, PIECE_WGSL, MAKE_PIECES_WGSL],
    ['write', 'read', 'read', 'read', 'read', 'read', 'write', 'write'],
  ),
  openPasses: source('open-passes', [OPEN_PASSES_WGSL], ['write', 'write']),
  startLists: source('start-lists', [START_LISTS_WGSL], ['read', 'read', 'write']),
  openSets: source('open-sets', [OPEN_SETS_WGSL], ['read', 'write', 'write']),
  panes: source(
    'panes',
    [LONG_WGSL, PIECE_WGSL, PANES_WGSL],
    ['read', 'read', 'read', 'read', 'read', 'read', 'write'],
  ),
  closeSets: source('close-sets', [CLOSE_SETS_WGSL], ['write', 'write', 'read', 'read']),
  closePass: source('close-pass', [CLOSE_PASS_WGSL], ['write', 'write', 'write']),
  packSets: source('pack-sets', [PACK_SETS_WGSL], ['read', 'write']),
} satisfies Record<string, ShaderSource>;

/** Compiled when the first steep piece is met. */
export const CULL_STEEP = source(
  'steep',
  [LONG_WGSL, DOUBLE_WGSL, PIECE_WGSL, STEEP_WGSL],
  ['read', 'read', 'read', 'write'],
);

export type CullShaders = Readonly<Record<keyof typeof CULL_SHADERS, Shader>>;

export async function compileCull(gpu: Gpu): Promise<CullShaders> {
  const constants = { THREADS: gpu.workSizes.plain.threads };
  const made = Object.entries(CULL_SHADERS).map(
    async ([name, shader]) => [name, await gpu.compile(shader, constants)] as const,
  );
  return Object.fromEntries(await Promise.all(made)) as unknown as CullShaders;
}

/** For tests, which look at every shader there is. */
export const CULL_SHADER_SOURCES: readonly ShaderSource[] = [...Object.values(CULL_SHADERS), CULL_STEEP];
