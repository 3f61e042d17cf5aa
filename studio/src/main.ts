/** Starts the page. Files named on the command line are listed in its head. */
import './style/index.css';
import { App } from './app.ts';
import type { SourceFile } from './protocol.ts';

function givenFiles(): SourceFile[] {
  const given = document.querySelector<HTMLMetaElement>('meta[name="collidescope-files"]')?.content;
  if (!given) return [];
  const files = JSON.parse(given) as { name: string; url: string }[];
  return files.map(({ name, url }) => ({ name, url: new URL(url, location.href).href }));
}

new App(givenFiles());
