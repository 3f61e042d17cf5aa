/** How much of the window the panels cover, so that the view can centre things in the rest. */
import { byId } from './dom.ts';
import type { Insets } from './view/camera-rig.ts';

/** As in style/narrow.css: panels are sheets; models are a drawer. */
const NARROW = '(max-width: 760px)';
const DRAWER = '(max-width: 980px)';
/** At the bottom, where nothing else is. */
const EDGE_PIXELS = 14;
const NARROW_BARS_PIXELS = 110;
const SHEET_SHARE = 0.58;

/** Up to the highest of the bars at the bottom. */
function barsHeight(): number {
  const shown = ['transport', 'strip', 'clash'].map((id) => byId(id)).filter((bar) => bar.getClientRects().length > 0);
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
  const isShut = window.matchMedia(DRAWER).matches && !document.body.dataset.sheet;
  const left = isShut ? 0 : box('left').right;
  return { left, right, top, bottom: Math.max(EDGE_PIXELS, barsHeight()) };
}
