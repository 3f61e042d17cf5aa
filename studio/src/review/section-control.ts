/** The section through the selected clash: its plane, and moving it. */
import { Vector3 } from 'three';
import type { ReviewClash, Triple } from '../answer.ts';
import { byId } from '../dom.ts';
import type { Inspected, ToWorker } from '../protocol.ts';
import type { View } from '../view/view.ts';

/** One press of a key, as a part of the radius that is shown. */
const STEP_SHARE = 0.05;
/** How far the camera rotates towards the plane's normal, as a fraction. */
const TURN_SHARE = 0.65;

interface Subject {
  readonly clash: ReviewClash;
  readonly inspected: Inspected;
}

export class SectionControl {
  readonly #view: View;
  readonly #send: (message: ToWorker) => void;
  readonly #button = byId('tool-section');
  #subject: Subject | undefined;
  #point = new Vector3();
  #normal = new Vector3();
  #open = false;

  constructor(view: View, send: (message: ToWorker) => void) {
    this.#view = view;
    this.#send = send;
    this.#button.addEventListener('click', () => this.toggle());
  }

  get isOpen(): boolean {
    return this.#open;
  }

  /** Another clash was selected; an open section moves there. */
  setSubject(subject: Subject | undefined): void {
    const before = this.#subject;
    this.#subject = subject;
    (this.#button as HTMLButtonElement).disabled = subject === undefined;
    if (!subject) this.close();
    else if (this.#open && subject.clash.id !== before?.clash.id) this.#aim(subject);
    else if (this.#open) this.#ask();
  }

  toggle(): void {
    if (this.#open) this.close();
    else if (this.#subject) this.#aim(this.#subject);
  }

  close(): void {
    this.#open = false;
    this.#view.rig.ignoresCut = false;
    this.#button.setAttribute('aria-pressed', 'false');
    this.#view.closeSection();
  }

  /**
   * Through the deepest point, along the normal of the clash, so that one sees how far one reaches into the other, and
   * otherwise as square to the line of sight as possible.
   */
  #aim({ clash, inspected }: Subject): void {
    this.#open = true;
    this.#view.rig.ignoresCut = true;
    this.#button.setAttribute('aria-pressed', 'true');
    const { reach, normal } = clash;
    const middle = reach ? new Vector3(...reach.a).lerp(new Vector3(...reach.b), 0.5) : undefined;
    this.#point = middle ?? new Vector3(...inspected.centre);
    const sight = new Vector3(...inspected.direction);
    this.#normal = sight.clone();
    if (normal) {
      const along = new Vector3(...normal);
      this.#normal.addScaledVector(along, -sight.dot(along));
      if (this.#normal.length() < 0.05) this.#normal.set(along.y, along.z, along.x).cross(along);
    }
    this.#normal.normalize();
    const direction = sight.lerp(this.#normal, TURN_SHARE).normalize();
    this.#view.rig.lookAt(inspected.centre, inspected.radius, direction.toArray() as unknown as Triple);
    this.#ask();
  }

  /** Moves the plane towards the viewer, or away. */
  shift(steps: number): void {
    if (!this.#open || !this.#subject) return;
    this.#point.addScaledVector(this.#normal, steps * STEP_SHARE * this.#subject.inspected.radius);
    this.#ask();
  }

  #ask(): void {
    const triple = (vector: Vector3) => vector.toArray() as unknown as Triple;
    const { id } = this.#subject!.clash;
    this.#send({ type: 'section', id, point: triple(this.#point), normal: triple(this.#normal) });
  }

  /** The outlines have arrived. Surfaces are cut together with them. */
  show(id: string, cuts: readonly Float32Array[]): void {
    if (!this.#open || id !== this.#subject?.clash.id) return;
    this.#view.section.aim(this.#point, this.#normal);
    const { reason } = this.#subject.clash;
    this.#view.section.show(cuts, reason !== 'open' && reason !== 'self');
    this.#view.openSection();
  }
}
