/** What each key does. */

import type { AnswerPanel } from './panels/answer-panel.ts';
import type { OpenPanel } from './panels/open-panel.ts';
import type { SeePanel } from './panels/see-panel.ts';
import type { SelectionBar } from './panels/selection-bar.ts';
import type { Transport } from './panels/transport.ts';
import type { Shortcut } from './shortcuts.ts';

export interface KeyTargets {
  readonly transport: Transport;
  readonly open: OpenPanel;
  readonly answer: AnswerPanel;
  readonly see: SeePanel;
  readonly selection: SelectionBar;
  readonly seeAll: () => void;
  readonly letGo: () => void;
  readonly copyLink: () => void;
  readonly savePicture: () => void;
  readonly saveReport: () => void;
  readonly toggleTheme: () => void;
  readonly help: () => void;
}

export function keysFor(targets: KeyTargets): Shortcut[] {
  const { transport, open, answer, see, selection } = targets;
  return [
    { key: ' ', shown: 'Space', does: 'play or pause', run: () => transport.toggle() },
    { key: '.', does: 'next frame', run: () => transport.step(1) },
    { key: ',', does: 'previous frame', run: () => transport.step(-1) },
    { key: 'home', shown: 'Home', does: 'go to start', run: () => transport.restart() },
    { key: 'o', does: 'open files', run: () => open.pick() },
    { key: 'f', does: 'frame everything', run: targets.seeAll },
    { key: 'n', does: 'fly to the first pair in the table', run: () => answer.openFirst() },
    { key: 'x', does: 'show hits through surfaces', run: () => see.toggle('ghosts') },
    { key: 'w', does: 'wireframe', run: () => see.toggle('wireframe') },
    { key: 'g', does: 'move the selected object', run: () => selection.mode('translate') },
    { key: 'r', does: 'rotate the selected object', run: () => selection.mode('rotate') },
    { key: '4', does: 'selected object: left', run: () => selection.nudge(-1, 0, 0) },
    { key: '6', does: 'selected object: right', run: () => selection.nudge(1, 0, 0) },
    { key: '8', does: 'selected object: up', run: () => selection.nudge(0, 1, 0) },
    { key: '2', does: 'selected object: down', run: () => selection.nudge(0, -1, 0) },
    { key: '7', does: 'selected object: away', run: () => selection.nudge(0, 0, -1) },
    { key: '1', does: 'selected object: nearer', run: () => selection.nudge(0, 0, 1) },
    { key: 'delete', shown: 'Del', does: 'remove the selected object', run: () => selection.remove() },
    { key: 'escape', shown: 'Esc', does: 'deselect', run: targets.letGo },
    { key: 'l', does: 'copy a link', run: targets.copyLink },
    { key: 'p', does: 'save an image', run: targets.savePicture },
    { key: 'j', does: 'save the report', run: targets.saveReport },
    { key: 't', does: 'light or dark theme', run: targets.toggleTheme },
    { key: '?', does: 'this help', run: targets.help },
  ];
}
