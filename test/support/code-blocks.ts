/**
 * The code blocks of a Markdown page, with what comments right before them say:
 *
 *   <!-- not run: reason -->       the block is only checked for syntax and types
 *   <!-- prints: pattern -->       what its output must match, as a regular expression
 *   <!-- needs: gpu -->            it is skipped, visibly, where there is none
 *   <!-- setup: … -->              code that runs before it and is not shown; may have several lines
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './packed-package.ts';

export interface CodeBlock {
  readonly page: string;
  /** Line of the page on which the block begins, from 1. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
  readonly notRun?: string;
  readonly prints?: RegExp;
  readonly needs?: string;
  readonly setup?: string;
}

const BLOCK = /((?:^<!--(?:(?!-->)[\s\S])*-->\n)*)^( *)```([\w-]*)[^\n]*\n([\s\S]*?)^ *```$/gm;
const MARK = /<!-- (not run|prints|needs|setup): ((?:(?!-->)[\s\S])*?)\s*-->/g;

export function codeBlocks(page: string): CodeBlock[] {
  const text = readFileSync(join(projectRoot, page), 'utf8');
  return [...text.matchAll(BLOCK)].map(([whole, comments, indent, language, body]) => {
    const marks = Object.fromEntries([...comments.matchAll(MARK)].map(([, name, value]) => [name, value]));
    const start = text.indexOf(whole) + comments.length;
    return {
      page,
      line: text.slice(0, start).split('\n').length,
      language,
      code: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      ...(marks['not run'] !== undefined && { notRun: marks['not run'] }),
      ...(marks.prints !== undefined && { prints: new RegExp(marks.prints) }),
      ...(marks.needs !== undefined && { needs: marks.needs }),
      ...(marks.setup !== undefined && { setup: marks.setup }),
    };
  });
}

/** All pages below a folder, as paths from the root of the project. */
export function pagesBelow(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .sort();
}
