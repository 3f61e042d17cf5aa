/** Small models under the names that the documentation uses. */
import { GltfBuilder } from './gltf-files.ts';

const CORNERS = [[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]]; // biome-ignore format: one line
const FACES = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]; // biome-ignore format: one line

const shifted = (shift: number) => CORNERS.map((corner) => corner.map((value) => value + shift));

function obj(name: string, shift: number, first: number): string {
  const vertices = shifted(shift).map((corner) => `v ${corner.join(' ')}\n`);
  return `o ${name}\n${vertices.join('')}${FACES.map((face) => `f ${face.map((v) => v + first).join(' ')}\n`).join('')}`;
}

function stl(shift: number): string {
  const corners = shifted(shift);
  const facets = FACES.map(
    (face) =>
      `facet normal 0 0 0\nouter loop\n${face.map((v) => `vertex ${corners[v].join(' ')}\n`).join('')}endloop\nendfacet\n`,
  );
  return `solid part\n${facets.join('')}endsolid part\n`;
}

const ply = () =>
  `ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n` +
  `element face 4\nproperty list uchar int vertex_indices\nend_header\n` +
  `${CORNERS.map((corner) => `${corner.join(' ')}\n`).join('')}${FACES.map((face) => `3 ${face.join(' ')}\n`).join('')}`;

const OPEN_STL =
  'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n';

/** Two parts, the second of which moves through the first. */
async function animatedGlb(): Promise<Uint8Array> {
  const builder = new GltfBuilder();
  const indices = Uint16Array.from(FACES.flat());
  builder.node('body', builder.primitive(Float32Array.from(CORNERS.flat()), indices));
  const hand = builder.node('hand', builder.primitive(Float32Array.from(shifted(1).flat()), indices));
  const { document } = builder;
  const sampler = document
    .createAnimationSampler()
    .setInput(builder.accessor('SCALAR', Float32Array.of(0, 1, 2)))
    .setOutput(builder.accessor('VEC3', Float32Array.of(9, 0, 0, 0, 0, 0, 9, 0, 0)));
  const channel = document
    .createAnimationChannel()
    .setTargetNode(hand)
    .setTargetPath('translation')
    .setSampler(sampler);
  document.createAnimation('reach').addSampler(sampler).addChannel(channel);
  return builder.glb();
}

export async function documentationFiles(): Promise<Readonly<Record<string, string | Uint8Array>>> {
  const glb = await animatedGlb();
  return {
    'assembly.obj': obj('bolt', 0, 1) + obj('plate', 1, 5),
    'housing.obj': obj('housing', 0.5, 1),
    'jacket.obj': obj('jacket', 0.5, 1),
    'part.stl': OPEN_STL,
    'bracket.stl': stl(0),
    'bolt.stl': stl(0),
    'plate.stl': stl(1),
    'part-a.stl': stl(0),
    'part-b.stl': stl(1),
    'scan.ply': ply(),
    'statue.ply': ply(),
    'points.xyz': '1 1 1\n5 5 5\n',
    'gearbox.glb': glb,
    'plant.glb': glb,
    'body.glb': glb,
    'character.glb': glb,
    'models/plant.glb': glb,
  };
}
