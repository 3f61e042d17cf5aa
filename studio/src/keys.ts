/** What each key does. */

import type { OpenPanel } from './panels/open-panel.ts';
import type { SeePanel } from './panels/see-panel.ts';
import type { SelectionBar } from './panels/selection-bar.ts';
import type { StepPanel } from './panels/step-panel.ts';
import type { Tools } from './panels/tools.ts';
import type { Transport } from './panels/transport.ts';
import type { ExportForm } from './protocol.ts';
import type { ReviewMode } from './review/review-mode.ts';
import type { Shortcut } from './shortcuts.ts';

export interface KeyTargets {
  readonly transport: Transport;
  readonly open: OpenPanel;
  readonly review: ReviewMode;
  readonly tools: Tools;
  readonly steps: StepPanel;
  /** To the next clash, or the first pair of the table. */
  readonly next: (step: 1 | -1) => void;
  /** Takes the middle of the view, while measuring. */
  readonly measureHere: () => void;
  readonly see: SeePanel;
  readonly selection: SelectionBar;
  readonly seeAll: () => void;
  readonly letGo: () => void;
  readonly copyLink: () => void;
  readonly savePicture: () => void;
  readonly save: (form: ExportForm) => void;
  readonly toggleTheme: () => void;
  readonly help: () => void;
}

export function keysFor(targets: KeyTargets): Shortcut[] {
  const { transport, open, review, tools, steps, see, selection } = targets;
  return [
    { key: ' ', shown: 'Space', does: 'play or pause', run: () => transport.toggle() },
    { key: '.', does: 'next frame', run: () => transport.step(1) },
    { key: ',', does: 'previous frame', run: () => transport.step(-1) },
    { key: 'home', shown: 'Home', does: 'go to start', run: () => transport.restart() },
    { key: 'o', does: 'open files', run: () => open.pick() },
    { key: 'f', does: 'frame everything', run: targets.seeAll },
    { key: 'n', does: 'next clash, or the first pair in the table', run: () => targets.next(1) },
    { key: 'n', shift: true, does: 'previous clash', run: () => targets.next(-1) },
    { key: 's', does: 'section through the clash', run: () => review.section.toggle() },
    {
      key: ']',
      does: 'move the section nearer; next time of impact',
      run: () => (review.section.isOpen ? review.section.shift(1) : steps.go(1)),
    },
    {
      key: '[',
      does: 'move the section away; previous time of impact',
      run: () => (review.section.isOpen ? review.section.shift(-1) : steps.go(-1)),
    },
    { key: 'o', shift: true, does: 'the clash is open', run: () => review.decide('open') },
    { key: 'v', shift: true, does: 'the clash is reviewed', run: () => review.decide('reviewed') },
    { key: 'a', shift: true, does: 'the clash is approved', run: () => review.decide('approved') },
    { key: 'r', shift: true, does: 'the clash is resolved', run: () => review.decide('resolved') },
    { key: 'c', does: 'comment on the clash', run: () => review.comment() },
    { key: 'u', does: 'take the last decision back', run: () => review.undo() },
    { key: 'b', does: 'save the decisions', run: () => targets.save('baseline') },
    { key: 'e', does: 'save a report to look at and to send', run: () => targets.save('report') },
    { key: 'e', shift: true, does: 'save the clashes as BCF', run: () => targets.save('bcf') },
    { key: 'h', does: 'hide the selected objects', run: () => tools.hide() },
    { key: 'i', does: 'show the selected objects only', run: () => tools.isolate() },
    { key: 'a', does: 'show all objects', run: () => tools.showAll() },
    { key: 'm', does: 'measure between two points', run: () => tools.toggleMeasure() },
    { key: 'enter', shown: 'Enter', does: 'measure from the middle of the view', run: targets.measureHere },
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
    { key: 'escape', shown: 'Esc', does: 'stop measuring, leave the clash, deselect', run: targets.letGo },
    { key: 'l', does: 'copy a link', run: targets.copyLink },
    { key: 'p', does: 'save an image', run: targets.savePicture },
    { key: 'j', does: 'save the answer as JSON', run: () => targets.save('json') },
    { key: 't', does: 'light or dark theme', run: targets.toggleTheme },
    { key: '?', does: 'this help', run: targets.help },
  ];
}
