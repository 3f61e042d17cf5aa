/** Playback controls: play, pause, step, scrub, speed. */
import { byId, element, grouped } from '../dom.ts';
import type { MotionInfo, ProvenClip, SceneInfo, ToWorker } from '../protocol.ts';
import { proofBackground, stopAtJam } from './proof-strip.ts';

const FRAMES_SHOWN = 600;

export class Transport {
  readonly #send: (message: ToWorker) => void;
  readonly #scrub = byId<HTMLInputElement>('scrub');
  readonly #speed = byId<HTMLSelectElement>('speed');
  readonly #play = byId('play');
  readonly #clip = byId<HTMLSelectElement>('clip');
  #isEndless = true;
  #playing = false;
  #frame = 0;
  #scrubbing = false;
  #proven: ProvenClip | undefined;
  #motionClip = 0;

  constructor(send: (message: ToWorker) => void) {
    this.#send = send;
    this.#play.addEventListener('click', () => this.toggle());
    byId('step').addEventListener('click', () => this.step(1));
    byId('restart').addEventListener('click', () => this.restart());
    this.#clip.addEventListener('change', () => send({ type: 'clip', clip: Number(this.#clip.value) }));
    this.#speed.addEventListener('change', () => this.#playOrNot(this.#playing));
    byId('prove').addEventListener('click', () => send({ type: 'prove' }));
    this.#scrub.addEventListener('input', () => {
      this.#scrubbing = true;
      const wanted = Number(this.#scrub.value);
      const allowed = stopAtJam(this.#proven?.ranges ?? [], this.#frame, wanted, Number(this.#scrub.max));
      if (allowed !== wanted) this.#scrub.value = String(allowed);
      byId('frame').textContent = this.#scrub.value;
    });
    this.#scrub.addEventListener('change', () => {
      this.#scrubbing = false;
      this.#seek(Number(this.#scrub.value));
    });
  }

  #playOrNot(playing: boolean): void {
    this.#send({ type: 'play', playing, speed: this.speed });
  }

  #seek(frame: number): void {
    this.#send({ type: 'seek', frame });
  }

  get playing(): boolean {
    return this.#playing;
  }

  get frame(): number {
    return this.#frame;
  }

  get speed(): number {
    return Number(this.#speed.value);
  }

  toggle(): void {
    if (!byId('transport').hidden) this.#playOrNot(!this.#playing);
  }

  step(frames: number): void {
    if (byId('transport').hidden) return;
    if (this.#playing) this.#playOrNot(false);
    this.#seek(Math.max(0, this.#frame + frames));
  }

  restart(): void {
    if (!byId('transport').hidden) this.#seek(0);
  }

  /** Shows where the clip is proven free, and where it jams; dragging stops there. */
  setProof(proven: ProvenClip | undefined): void {
    this.#proven = proven && proven.clip === this.#motionClip ? proven : undefined;
    const strip = byId('proof');
    strip.hidden = this.#proven === undefined;
    strip.style.background = this.#proven ? proofBackground(this.#proven.ranges) : '';
    this.#scrub.title = this.#proven?.sentences.join('\n') ?? '';
    byId('prove').title = this.#proven?.sentences.join('\n') || byId('prove').title;
  }

  /** What there is to play: a scene, which goes on and on, or a clip, which has an end. */
  setScene(scene: SceneInfo | undefined, motion: MotionInfo | undefined): void {
    byId('transport').hidden = scene === undefined && motion === undefined;
    this.#isEndless = motion === undefined;
    this.#scrub.max = String(motion ? motion.frames - 1 : FRAMES_SHOWN);
    this.#clip.hidden = (motion?.clips.length ?? 0) < 2;
    const options = (motion?.clips ?? []).map((name, i) =>
      element('option', { value: String(i), textContent: name, title: name }),
    );
    this.#clip.replaceChildren(...options);
    this.#clip.value = String(motion?.clip ?? 0);
    byId('prove').hidden = motion === undefined;
    this.#motionClip = motion?.clip ?? 0;
    this.setProof(undefined);
    this.#scrub.title = scene?.simulated ? 'Going back replays the scene from its start' : '';
  }

  setPlaying(playing: boolean, frame: number): void {
    this.#playing = playing;
    this.#play.dataset.playing = String(playing);
    this.#play.setAttribute('aria-label', playing ? 'Pause' : 'Play');
    this.setFrame(frame);
  }

  setFrame(frame: number): void {
    this.#frame = frame;
    if (this.#scrubbing) return;
    if (this.#isEndless && frame > Number(this.#scrub.max)) this.#scrub.max = String(2 * Number(this.#scrub.max));
    this.#scrub.value = String(frame);
    byId('frame').textContent = grouped(frame);
  }
}
