/** Writes the file formats into the page: what the hint lists and what the file picker accepts. */
import type { Plugin } from 'vite';
import { acceptedEndings, formatTitles } from '../src/io/formats.ts';

export function formats(): Plugin {
  return {
    name: 'studio-formats',
    transformIndexHtml: (html) =>
      html
        .replace('%FORMAT_TITLES%', formatTitles('or'))
        .replace('%FORMAT_ENDINGS%', `${acceptedEndings()},.urdf,.srdf,.json`),
  };
}
