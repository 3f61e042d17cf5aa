/** Makes one static page of the program: everything is in it, so it can be sent to whoever has a graphics card. */
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

const STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --page: #fff; --line: #d8dee4; --quiet: #f6f8fa; --wrong: #ffe3e0; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e8eb; --page: #15181c; --line: #343a41; --quiet: #1f242a; --wrong: #5c231d; } }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: var(--text); background: var(--page); }
.wide { overflow-x: auto; } .wide table { min-width: 48rem; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { text-align: left; border-bottom: 1px solid var(--line); padding: 3px 8px; font-variant-numeric: tabular-nums; }
th.number, td.number { text-align: right; white-space: nowrap; }
.wrong { background: var(--wrong); } pre { background: var(--quiet); padding: .8rem; white-space: pre-wrap; overflow-wrap: anywhere; }
pre:empty { display: none; } code { white-space: nowrap; }
textarea { width: 100%; height: 14rem; font: 12px/1.4 ui-monospace, monospace; } button { font: inherit; padding: .3rem .8rem; }
`;

function pageOf(program: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Collidescope on this graphics card</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<h1>Collidescope on this graphics card</h1>
<p>Asks <code>collide</code>, the papers' culling, layers and voxels on WebAssembly and on WebGPU, compares the answers, and writes a
block of text to paste into an issue. Nothing leaves this page. It takes some minutes; close other programs, and plug in a laptop.
Largest scene: <code>?most=2000000</code> triangles; runs of each: <code>?runs=5</code>.</p>
<p><button id="start">Start</button> <span id="state" role="status">WebGPU is needed: a recent Chrome, Edge, Safari or Firefox.</span></p>
<pre id="about"></pre>
<div class="wide"><table><thead><tr id="columns"></tr></thead><tbody id="rows"></tbody></table></div>
<h2>To paste</h2>
<p><button id="copy">Copy</button> <span id="copied" role="status"></span></p>
<textarea id="block" readonly aria-label="The block to paste"></textarea>
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
