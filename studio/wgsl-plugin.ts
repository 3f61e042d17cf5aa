/** Leaves comments and indentation out of shaders: minifiers do not look into texts. */
import type { Plugin } from 'vite';

/** Marks a template as a shader, for editors. */
const MARK = '/* wgsl */';

export function wgsl(): Plugin {
  return {
    name: 'studio-wgsl',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.ts') || !code.includes(MARK)) return null;
      // Such files have no other texts of several lines, and the same may be left out of the code around them.
      return { code: code.replace(/^[ \t]*\/\/ .*\n/gm, '').replace(/^[ \t]+/gm, ''), map: null };
    },
  };
}
