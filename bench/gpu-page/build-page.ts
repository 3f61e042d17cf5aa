/** Makes one static page of the program: everything is in it, so it can be sent to whoever has a graphics card. */
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #1b1f24; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { text-align: left; border-bottom: 1px solid #d8dee4; padding: 3px 8px; font-variant-numeric: tabular-nums; }
.wrong { background: #ffe3e0; } pre { background: #f6f8fa; padding: .8rem; white-space: pre-wrap; }
textarea { width: 100%; height: 14rem; font: 12px/1.4 ui-monospace, monospace; } button { font: inherit; padding: .3rem .8rem; }
`;

function pageOf(program: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Collidescope on this graphics card</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<h1>Collidescope on this graphics card</h1>
<p>Asks <code>collide</code>, the papers' culling, layers and voxels on WebAssembly and on WebGPU, compares the answers, and writes a
block of text to paste into an issue. Nothing leaves this page. It takes some minutes; close other programs, and plug in a laptop.
Largest scene: <code>?most=2000000</code> triangles; runs of each: <code>?runs=5</code>.</p>
<p><button id="start">Start</button> <span id="state">WebGPU is needed: a recent Chrome, Edge, Safari or Firefox.</span></p>
<pre id="about"></pre>
<table><thead><tr><th>query<th>triangles<th>wasm ms<th>WebGPU ms<th>ran on<th>KB up<th>KB down<th>answer<th>agrees</tr></thead><tbody id="rows"></tbody></table>
<h2>To paste</h2>
<p><button id="copy">Copy</button></p>
<textarea id="block" readonly></textarea>
<script type="module">${program.replaceAll('</script', '<\\/script')}</script>
</html>
`;
}

/** The page's text. */
export async function gpuPage(): Promise<string> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const { outputFiles } = await build({
    entryPoints: ['bench/gpu-page/program.ts'],
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    define: { VERSION: JSON.stringify(version) },
    external: ['webgpu', 'node:*'],
    logLevel: 'warning',
  });
  return pageOf(outputFiles[0].text);
}
