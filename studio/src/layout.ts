/** How much of the window the panels cover, so that the view can centre things in the rest. */
import { byId } from './dom.ts';
import type { Insets } from './view/camera-rig.ts';

/** As in style/narrow.css. */
const NARROW = '(max-width: 760px)';
/** At the bottom, where nothing else is. */
const EDGE_PIXELS = 14;
const NARROW_BARS_PIXELS = 110;
const SHEET_SHARE = 0.5;

/** Up to the highest of the bars at the bottom. */
function barsHeight(): number {
  const shown = ['transport', 'strip'].map(byId).filter(({ hidden }) => !hidden);
  return Math.max(0, ...shown.map((bar) => window.innerHeight - bar.getBoundingClientRect().top));
}

export function freeInsets(): Insets {
  const box = (id: string) => byId(id).getBoundingClientRect();
  const top = box('bar').bottom;
  if (window.matchMedia(NARROW).matches) {
    const sheet = document.body.dataset.sheet ? window.innerHeight * SHEET_SHARE : 0;
    return { left: 0, right: 0, top, bottom: Math.max(NARROW_BARS_PIXELS, barsHeight(), sheet) };
  }
  const right = window.innerWidth - box('right').left;
  return { left: box('left').right, right, top, bottom: Math.max(EDGE_PIXELS, barsHeight()) };
}
