/** Leaves comments of shaders out, and the indentation of shaders and pages: minifiers do not look into texts. */
import type { Plugin } from 'vite';

/** Marks a template as a shader, for editors. */
const SHADER = '/* wgsl */';
/** A comment of one line, alone or behind code. */
const COMMENT = /(^|[ \t]+)(\/\/ .*|\/\*\* .*\*\/)$/gm;

const withoutIndentation = (text: string): string => text.replace(/^\s+/gm, '');

export function smallTexts(): Plugin {
  return {
    name: 'studio-small-texts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.ts') || !code.includes(SHADER)) return null;
      // Such files have no other texts of several lines, and the same may be left out of the code around them.
      return { code: withoutIndentation(code.replace(COMMENT, '')), map: null };
    },
    transformIndexHtml: { order: 'post', handler: withoutIndentation },
  };
}
