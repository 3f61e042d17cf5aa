/**
 * Draws docs/images/clash.png: the scene of `npm start`, with the triangles that collide in red (between objects) and
 * green (within one). Needs Chromium; run after `npm start`, which writes the scene.
 */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { root } from './run.mjs';

const PAGE = `
import * as THREE from 'three';
import { createEngine } from './src/index.ts';
import { readObj } from './src/io/obj/obj.ts';

const FILES = ['dragon.obj', 'bunny.obj', 'small-bunny.obj'];
const COLOURS = [0xb9c4cf, 0xd9cbb2, 0xc3cfc0];

async function load(file) {
  const bytes = new Uint8Array(await (await fetch('/build/sample/' + file)).arrayBuffer());
  return (await readObj(bytes, { name: file })).parts[0];
}

function mesh(part, colour) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(Float32Array.from(part.positions), 3));
  geometry.setIndex(new THREE.BufferAttribute(part.indices, 1));
  geometry.computeVertexNormals();
  return new THREE.Mesh(geometry, new THREE.MeshStandardMaterial({ color: colour, roughness: 0.75, transparent: true, opacity: 0.62, depthWrite: true, side: THREE.DoubleSide }));
}

function hits(parts, pairs, within, colour) {
  const corners = [];
  const add = (object, triangle) => {
    const { positions, indices } = parts[object];
    for (let k = 0; k < 3; k++) for (let a = 0; a < 3; a++) corners.push(positions[3 * indices[3 * triangle + k] + a]);
  };
  for (let i = 0; i < pairs.length; i += 4) {
    if ((pairs[i] === pairs[i + 2]) !== within) continue;
    add(pairs[i], pairs[i + 1]);
    add(pairs[i + 2], pairs[i + 3]);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(corners, 3));
  return new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({ color: colour, side: THREE.DoubleSide, depthTest: false, transparent: true, opacity: 0.9 }));
}

const parts = await Promise.all(FILES.map(load));
const engine = await createEngine({ threads: 0 });
const scene = engine.createScene();
for (const part of parts) scene.add(part);
const { trianglePairs } = await scene.collide({ self: true });
const world = new THREE.Scene();
world.background = new THREE.Color(0xfbfbf9);
parts.forEach((part, i) => world.add(mesh(part, COLOURS[i])));
const marks = [hits(parts, trianglePairs, true, 0x1f9d55), hits(parts, trianglePairs, false, 0xd7263d)];
for (const mark of marks) mark.renderOrder = 1; // over the glassy models
world.add(...marks);
const sun = new THREE.DirectionalLight(0xffffff, 2.4);
sun.position.set(2, 4, 3);
world.add(sun, new THREE.HemisphereLight(0xffffff, 0xb8b4aa, 1.6));
const camera = new THREE.PerspectiveCamera(30, 1200 / 675, 1, 1000);
const centre = new THREE.Box3().setFromObject(world).getCenter(new THREE.Vector3());
camera.position.set(centre.x + 20, centre.y + 35, centre.z + 172);
camera.lookAt(centre.x, centre.y - 5, centre.z);
const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
renderer.setSize(1200, 675);
document.body.style.margin = '0';
document.body.append(renderer.domElement);
renderer.render(world, camera);
window.isDrawn = true;
`;

const bundled = await build({
  stdin: { contents: PAGE, resolveDir: root, loader: 'ts' },
  bundle: true,
  write: false,
  format: 'esm',
  target: 'es2022',
});
const server = createServer(async (request, response) => {
  if (request.url === '/')
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><body><script type="module" src="/page.js"></script>');
  else if (request.url === '/page.js')
    response.setHeader('content-type', 'text/javascript').end(bundled.outputFiles[0].text);
  else response.end(await readFile(join(root, request.url)).catch(() => ''));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({
  executablePath: process.env.COLLIDESCOPE_CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 675 } });
page.on('pageerror', (error) => console.error(error));
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.waitForFunction('window.isDrawn', undefined, { timeout: 60_000 });
await page.screenshot({ path: join(root, 'docs/images/clash.png') });
await browser.close();
server.close();
