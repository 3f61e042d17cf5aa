/** Base colours of a glTF's materials, for viewers. Readers do not look at materials, so that an odd one never prevents reading. */
import type { ModelPart, ReadOptions } from '../model.ts';
import { GltfChecker } from './checker.ts';
import { openGltfContainer } from './container.ts';
import { outlineGltf } from './outline.ts';

/** Red, green and blue from 0 to 1, linear. */
export type BaseColour = readonly [number, number, number];

function factorOf(material: unknown): BaseColour | undefined {
  const { pbrMetallicRoughness } = (material ?? {}) as { pbrMetallicRoughness?: { baseColorFactor?: unknown } };
  const factor = pbrMetallicRoughness?.baseColorFactor ?? [1, 1, 1, 1];
  if (!Array.isArray(factor) || factor.length < 3) return undefined;
  const [red, green, blue] = factor.map(Number);
  const isColour = [red, green, blue].every((value) => value >= 0 && value <= 1);
  return isColour ? [red, green, blue] : undefined;
}

/**
 * For each part of the model that was read from these bytes, the base colour of the first of its primitives that has a
 * material; undefined where there is none.
 */
export function gltfColours(
  bytes: Uint8Array,
  parts: readonly ModelPart[],
  options: ReadOptions,
): (BaseColour | undefined)[] {
  const { json } = openGltfContainer(bytes, options);
  const { nodes, meshes, sceneNodes } = outlineGltf(new GltfChecker(json, options));
  const materials = Array.isArray(json.materials) ? json.materials : [];
  const listed = Array.isArray(json.meshes) ? json.meshes : [];
  const named = sceneNodes.flatMap((index) => {
    const { mesh, name } = nodes[index];
    if (mesh === undefined) return [];
    const primitives: { material?: number }[] = listed[mesh]?.primitives ?? [];
    const material = primitives.find((primitive) => Number.isInteger(primitive.material))?.material;
    const colour = material === undefined ? undefined : factorOf(materials[material]);
    return [{ name: name || meshes[mesh].name || `node ${index}`, colour }];
  });
  // Parts are in the order of the nodes; an instanced node has several, whose names end with their number.
  let at = 0;
  return parts.map(({ name }) => {
    const plain = name.replace(/\[\d+\]$/, '');
    while (at < named.length && named[at].name !== name && named[at].name !== plain) at++;
    const { colour } = named[at] ?? {};
    if (named[at]?.name === name) at++;
    return colour;
  });
}
