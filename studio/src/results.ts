/** What an answer shows besides the picture: its panel, the charts, the time within a step, and the strip over a clip. */

import type { RewordedAnswer, TableRow } from './answer.ts';
import { AnswerPanel } from './panels/answer-panel.ts';
import { Charts } from './panels/charts.ts';
import { StepPanel } from './panels/step-panel.ts';
import { Strip } from './panels/strip.ts';
import type { FrameMessage, ObjectInfo, ToWorker } from './protocol.ts';
import type { QueryKind } from './query.ts';
import { summaryOf } from './review/summary.ts';
import type { View } from './view/view.ts';

export interface ResultsListeners {
  readonly send: (message: ToWorker) => void;
  /** A pair of objects was chosen in the table. */
  readonly onRow: (row: TableRow) => void;
  /** For culling: show what was left after this many passes. */
  readonly onPass: (pass: number) => void;
  /** Formats a length in the unit shown. */
  readonly length: (value: number) => string;
}

/** What was on the page when the answer arrived. */
export interface Shown {
  readonly objects: readonly ObjectInfo[];
  readonly isScene: boolean;
  readonly playing: boolean;
}

export class Results {
  readonly steps: StepPanel;
  readonly charts = new Charts();
  readonly strip: Strip;
  readonly #answer: AnswerPanel;

  constructor(view: View, { send, onRow, onPass, length }: ResultsListeners) {
    this.steps = new StepPanel(view);
    this.strip = new Strip({
      onSeek: (frame) => send({ type: 'seek', frame }),
      onScan: () => send({ type: 'scan' }),
      length,
    });
    this.#answer = new AnswerPanel({ onRow, onPass });
  }

  /** The query changed. */
  suit(kind: QueryKind): void {
    if (kind !== 'impacts') this.steps.show(undefined, true);
    this.charts.clear();
  }

  /** Something else was opened. */
  forget(): void {
    this.charts.clear();
    this.steps.show(undefined, true);
    this.clear('Searching…');
  }

  clear(sentence: string): void {
    this.#answer.clear(sentence);
  }

  show(message: FrameMessage, { objects, isScene, playing }: Shown): void {
    const { frame, answer } = message;
    this.strip.frame = frame;
    this.#answer.show(message, objects);
    this.charts.add(message, isScene);
    if (answer?.review) this.strip.add([summaryOf(frame, answer.review.clashes)]);
    this.steps.show(answer?.step, !playing);
  }

  /** The answer in another unit. */
  reword(reworded: RewordedAnswer): void {
    this.#answer.reword(reworded);
    this.strip.rewrite();
  }

  /** The first pair of the table. */
  openFirst(): void {
    this.#answer.openFirst();
  }
}
