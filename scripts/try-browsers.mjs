/**
 * `npm run browsers`: opens a page with the built package in every browser that is installed here, with and without cross-origin
 * isolation, and prints what worked as a Markdown table. The page reports to the server that sent it, so no driver is needed.
 * `npm run browsers -- NAME PROGRAM [ARGUMENT…]` tries another one: the page's address is added at the end.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './run.mjs';

const SECONDS_MAX = 60;
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const TYPES = { '.html': 'text/html', '.js': 'text/javascript' };
const WEBKIT = ['4.1', '4.0', '6.0'].map((name) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${name}/MiniBrowser`);

/** Each knows how to open an address without a window, with a profile of its own. */
const BROWSERS = {
  Chromium: (profile) => ['chromium', '--headless=new', '--no-sandbox', `--user-data-dir=${profile}`],
  Firefox: (profile) => ['firefox-esr', '--headless', '--no-remote', '--profile', profile],
  WebKitGTK: () => ['xvfb-run', '-a', WEBKIT.find((path) => existsSync(path)) ?? 'MiniBrowser'],
};

/** Two sheets that cross, large enough for threads; their pairs must be the same whatever runs them. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>try</title><link rel="icon" href="data:,">
<script type="importmap">{ "imports": { "collidescope": "./dist/index.js" } }</script>
<script type="module">
const tell = (found) => fetch('./report', { method: 'POST', body: JSON.stringify(found) });
function sheet(turn) {
  const n = 40, positions = new Float32Array(3 * n * n), indices = [];
  for (let y = 0; y < n; y++) for (let x = 0; x < n; x++) {
    const z = 0.3 * Math.sin(0.4 * x + turn);
    positions.set(turn ? [x / n, 0.5 + z, y / n - 0.5] : [x / n, y / n, z], 3 * (y * n + x));
    const at = y * n + x;
    if (x < n - 1 && y < n - 1) indices.push(at, at + 1, at + n, at + 1, at + n + 1, at + n);
  }
  return { positions, indices: Uint32Array.from(indices) };
}
try {
  const { createEngine } = await import('collidescope');
  const ask = async (options) => {
    const engine = await createEngine(options);
    const scene = engine.createScene();
    scene.add(sheet(0));
    scene.add(sheet(1));
    const began = performance.now();
    const { trianglePairs } = await scene.collide({ self: true });
    const { distances } = await scene.within(1e-9);
    const found = { threads: engine.threads, pairs: trianglePairs.length / 4, near: distances.length, milliseconds: performance.now() - began };
    engine.dispose();
    return found;
  };
  const adapter = await navigator.gpu?.requestAdapter();
  const webgpu = adapter ? 'yes' : navigator.gpu ? 'no adapter' : 'no';
  tell({ agent: navigator.userAgent, isolated: crossOriginIsolated, webgpu, here: await ask({ threads: 0 }), usual: await ask({}) });
} catch (error) {
  tell({ agent: navigator.userAgent, isolated: crossOriginIsolated, error: String(error.message) });
}
</script>`;

/** Serves the page; `report` resolves to what it says. */
async function serve(headers) {
  let hear;
  const report = new Promise((resolve) => {
    hear = resolve;
  });
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const path = normalize(new URL(request.url, 'http://localhost').pathname);
    if (request.method === 'POST') {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => hear(JSON.parse(text)));
      response.end();
      return;
    }
    response.setHeader('Content-Type', TYPES[extname(path)] ?? 'text/html');
    const file = join(root, path);
    if (path === '/') response.end(PAGE);
    else if (path.startsWith('/dist/') && existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end();
  });
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://localhost:${server.address().port}/`, report, close };
}

const timeout = () =>
  new Promise((resolve) =>
    setTimeout(resolve, SECONDS_MAX * 1000, { error: `no report in ${SECONDS_MAX} seconds` }).unref(),
  );

/** What the page says in this browser. `command` gives program and arguments for a new profile. */
export async function tryBrowser(command, isolated) {
  const profile = mkdtempSync(join(tmpdir(), 'collidescope-browser-'));
  const { url, report, close } = await serve(isolated ? ISOLATED : {});
  const [program, ...arguments_] = command(profile);
  const env = { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
  // A group of its own, so that the browser's own processes end with it.
  const browser = spawn(program, [...arguments_, url], { stdio: 'ignore', detached: true, env });
  const failed = new Promise((resolve) => browser.once('error', (error) => resolve({ error: error.message })));
  try {
    return await Promise.race([report, failed, timeout()]);
  } finally {
    if (browser.pid) endGroup(browser.pid);
    close();
    await new Promise((resolve) => setTimeout(resolve, 500));
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

const versionOf = (agent = '') => (/(?:Firefox|Chrome|Version)\/[\d.]+/.exec(agent)?.[0] ?? '').replace('/', ' ');

const isInstalled = (program) => existsSync(program) || spawnSync('which', [program]).status === 0;

async function main() {
  const [name, ...command] = process.argv.slice(2);
  const chosen = name ? { [name]: () => command } : BROWSERS;
  console.log(
    '| browser | version | isolated | threads | WebGPU | pairs, without threads and by default |\n| --- | --- | --- | --- | --- | --- |',
  );
  for (const [title, command] of Object.entries(chosen)) {
    if (!isInstalled(command('').find((word, i, all) => word && !(all[0] === 'xvfb-run' && i < 2)))) {
      console.error(`${title} is not installed here`);
      continue;
    }
    for (const isolated of [true, false]) {
      const { agent, error, webgpu, here, usual } = await tryBrowser(command, isolated);
      const found = error ?? `${here.pairs}, ${usual.pairs}`;
      console.log(
        `| ${title} | ${versionOf(agent)} | ${isolated ? 'yes' : 'no'} | ${usual?.threads ?? ''} | ${webgpu ?? ''} | ${found} |`,
      );
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
