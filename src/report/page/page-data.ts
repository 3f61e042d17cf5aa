/** What the report's page holds besides its text, as JSON: written by `htmlReport`, read by the viewer. */
import type { Baseline } from '../baseline.ts';
import type { SectionPlane } from '../picture/section.ts';
import type { Vector } from '../picture/vector.ts';
import type { Report } from '../report.ts';

/** How a clash is shown, in the coordinates of its excerpt. */
export interface PageView {
  readonly towards: Vector;
  readonly up: Vector;
  readonly radius: number;
  readonly section: SectionPlane;
  /** Where the section is seen from. */
  readonly sectionTowards: Vector;
  readonly sectionRadius: number;
  /** Whether it is shown cut at first, because the contact is hidden. */
  readonly isCut: boolean;
  readonly measured?: readonly [Vector, Vector];
  readonly isInside: boolean;
  /** Of the cube, in the coordinates of the model. */
  readonly centre: readonly number[];
  readonly half: number;
}

/** One row of the list: a clash, or a place where an object meets itself. */
export interface PageRow {
  readonly id: string;
  readonly kind: string;
  /** Numbers of objects; the same twice where one meets itself. */
  readonly a: number;
  readonly b: number;
  /** `3.2 mm deep`; empty where nothing is measured. */
  readonly measure: string;
  /** None for those beyond what the report keeps geometry of. */
  readonly view?: PageView;
  /** In the overview: parts of its width and height. */
  readonly place?: readonly [number, number];
}

export interface PageData {
  /** As `--json` prints it. */
  readonly report: Report;
  readonly rows: readonly PageRow[];
  /** What a saved decision is written into; none where there are no decisions to make. */
  readonly baseline?: Baseline;
}

/** Ids of the elements that hold data. */
export const DATA_ID = 'data';
export const geometryId = (row: number) => `g${row}`;
export const pictureId = (row: number) => `p${row}`;
