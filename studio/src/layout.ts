/** How much of the window the panels cover, so that the view can centre things in the rest. */
import { byId } from './dom.ts';
import type { Insets } from './view/camera-rig.ts';

/** As in style.css. */
const NARROW = '(max-width: 760px)';
const TRANSPORT_PIXELS = 70;
const NARROW_BARS_PIXELS = 110;
const SHEET_SHARE = 0.5;

export function freeInsets(): Insets {
  const box = (id: string) => byId(id).getBoundingClientRect();
  const top = box('bar').bottom;
  if (window.matchMedia(NARROW).matches) {
    const sheet = document.body.dataset.sheet ? window.innerHeight * SHEET_SHARE : 0;
    return { left: 0, right: 0, top, bottom: Math.max(NARROW_BARS_PIXELS, sheet) };
  }
  return { left: box('left').right, right: window.innerWidth - box('right').left, top, bottom: TRANSPORT_PIXELS };
}
