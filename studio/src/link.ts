/** Links that restore a built-in scene with its query and camera. Values are checked; whatever is invalid is ignored. */
import type { SceneChoice } from './protocol.ts';
import { QUERY_DEFAULTS, type Query } from './query.ts';
import { listedScene } from './scene-list.ts';

export interface Linked {
  readonly scene: SceneChoice;
  readonly playing: boolean;
  readonly query: Query;
  /** Six numbers, see CameraRig.pose. */
  readonly camera?: readonly number[];
}

/** What a link says of a scene that is open. */
export function sceneAt({ name, size, seed }: SceneChoice, frame: number): SceneChoice {
  return { name, seed, frame, ...(size !== undefined && { size }) };
}

const SIZE_MOST = 4_000_000;
const FRAME_MOST = 100_000;

function whole(text: string | null, most: number): number | undefined {
  if (text === null || !/^\d{1,9}$/.test(text)) return undefined;
  return Number(text) <= most ? Number(text) : undefined;
}

/** Parses options into the types of their defaults. */
function queryFrom(values: URLSearchParams): Query {
  const kind = values.get('ask') ?? '';
  const defaults = Object.hasOwn(QUERY_DEFAULTS, kind) ? QUERY_DEFAULTS[kind as Query['kind']] : QUERY_DEFAULTS.collide;
  const entries = Object.entries(defaults).map(([name, fallback]) => {
    const text = values.get(`ask.${name}`);
    if (text === null || name === 'kind') return [name, fallback];
    if (typeof fallback === 'boolean') return [name, text === '1'];
    if (typeof fallback === 'number') return [name, Number.isFinite(Number(text)) ? Number(text) : fallback];
    return [name, /^[\w.% -]{0,40}$/.test(text) ? text : fallback];
  });
  return Object.fromEntries(entries) as Query;
}

export function readLink(hash: string): Linked | undefined {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const listed = listedScene(values.get('scene') ?? '');
  if (!listed) return undefined;
  const camera = (values.get('camera') ?? '').split(',').map(Number);
  const size = whole(values.get('size'), SIZE_MOST);
  return {
    scene: {
      name: listed.name,
      seed: whole(values.get('seed'), 2 ** 31) ?? 1,
      frame: whole(values.get('frame'), FRAME_MOST) ?? 0,
      ...(size !== undefined && size > 0 && { size }),
    },
    playing: values.get('play') === '1',
    query: queryFrom(values),
    ...(camera.length === 6 && camera.every(Number.isFinite) && { camera }),
  };
}

export function writeLink({ scene, playing, query, camera }: Linked): string {
  const values = new URLSearchParams({ scene: scene.name });
  if (scene.size !== undefined) values.set('size', String(scene.size));
  if (scene.seed !== 1) values.set('seed', String(scene.seed));
  values.set('frame', String(scene.frame));
  if (playing) values.set('play', '1');
  values.set('ask', query.kind);
  const defaults: Readonly<Record<string, unknown>> = { ...QUERY_DEFAULTS[query.kind] };
  for (const [name, value] of Object.entries(query)) {
    if (value !== defaults[name])
      values.set(`ask.${name}`, typeof value === 'boolean' ? String(Number(value)) : String(value));
  }
  if (camera) values.set('camera', camera.map((value) => Number(value.toPrecision(6))).join(','));
  return `#${values.toString().replaceAll('%2C', ',')}`;
}
