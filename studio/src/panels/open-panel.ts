/** Opens files and scenes, and lists the objects. */
import type { SceneName } from '../../../scenes/index.ts';
import { byId, element, grouped } from '../dom.ts';
import type { ObjectInfo, SceneInfo, SourceFile } from '../protocol.ts';
import { listedScene, SCENE_LIST } from '../scene-list.ts';

export interface OpenListeners {
  readonly onFiles: (files: readonly SourceFile[], add: boolean) => void;
  readonly onScene: (name: SceneName, size: number | undefined) => void;
  readonly onChoose: (key: number) => void;
}

/** The most rows listed; an assembly can have thousands of parts. */
const OBJECTS_LISTED = 400;

export class OpenPanel {
  readonly #listeners: OpenListeners;
  readonly #input = byId<HTMLInputElement>('file-input');
  readonly #add = byId<HTMLInputElement>('add-files');
  readonly #size = byId<HTMLSelectElement>('scene-size');
  #scene: SceneInfo | undefined;

  constructor(listeners: OpenListeners) {
    this.#listeners = listeners;
    this.#listScenes();
    this.#size.addEventListener('change', () => {
      if (this.#scene) listeners.onScene(this.#scene.name, Number(this.#size.value));
    });
    byId('pick-files').addEventListener('click', () => this.pick());
    this.#input.addEventListener('change', () => {
      this.#open(this.#input.files ?? []);
      this.#input.value = '';
    });
    this.#listenToDrops();
  }

  pick(): void {
    this.#input.click();
  }

  #open(files: Iterable<File>): void {
    const sources = [...files].map((file) => ({ name: file.name, file }));
    if (sources.length > 0) this.#listeners.onFiles(sources, this.#add.checked);
  }

  #listScenes(): void {
    const buttons = SCENE_LIST.map(({ name, title, sentence, light }) => {
      const button = element('button', { type: 'button', className: 'scene', title: sentence, textContent: title });
      button.dataset.scene = name;
      button.setAttribute('aria-pressed', 'false');
      button.addEventListener('click', () => this.#listeners.onScene(name, light));
      return button;
    });
    byId('scenes').append(...buttons);
  }

  #listenToDrops(): void {
    const hint = byId('drop-hint');
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    let depth = 0;
    window.addEventListener('dragenter', (event) => {
      if (hasFiles(event)) depth++;
      hint.hidden = depth === 0;
    });
    window.addEventListener('dragleave', (event) => {
      if (hasFiles(event)) depth = Math.max(0, depth - 1);
      hint.hidden = depth === 0;
    });
    window.addEventListener('dragover', (event) => {
      if (hasFiles(event)) event.preventDefault();
    });
    window.addEventListener('drop', (event) => {
      depth = 0;
      hint.hidden = true;
      if (!hasFiles(event)) return;
      event.preventDefault();
      this.#open(event.dataTransfer?.files ?? []);
    });
  }

  /** While something is being opened its size cannot be changed; afterwards the selector shows what is open. */
  set busy(busy: boolean) {
    this.#size.disabled = busy;
    if (!busy) this.#showSizes(this.#scene);
  }

  /** Shows what is open. */
  show(scene: SceneInfo | undefined, objects: readonly ObjectInfo[]): void {
    this.#scene = scene;
    for (const button of byId('scenes').children) {
      button.setAttribute('aria-pressed', String((button as HTMLElement).dataset.scene === scene?.name));
    }
    byId('scene-sentence').textContent = (scene && listedScene(scene.name)?.sentence) ?? '';
    this.#showSizes(scene);
    byId('object-count').textContent = `· ${grouped(objects.length)}`;
    const rows = objects.slice(0, OBJECTS_LISTED).map((object) => this.#objectRow(object));
    const more = objects.length - rows.length;
    byId('objects').replaceChildren(
      ...rows,
      ...(more > 0 ? [element('li', { className: 'hint', textContent: `and ${grouped(more)} more` })] : []),
    );
  }

  #showSizes(scene: SceneInfo | undefined): void {
    byId('scene-size-field').hidden = scene === undefined;
    if (!scene) return;
    const light = listedScene(scene.name)?.light;
    const sizes = new Set([...(light === undefined ? [] : [light]), ...scene.sizes, scene.size ?? scene.sizes[0]]);
    const options = [...sizes]
      .sort((a, b) => a - b)
      .map((size) => {
        const paper = scene.sizes.includes(size) && light !== undefined ? ' (paper)' : '';
        return element('option', { value: String(size), textContent: `${grouped(size)}${paper}` });
      });
    this.#size.replaceChildren(...options);
    this.#size.value = String(scene.size ?? scene.sizes[0]);
  }

  /** Says which objects are hidden. */
  markHidden(isHidden: (key: number) => boolean): void {
    for (const row of byId('objects').querySelectorAll<HTMLElement>('[data-key]')) {
      const hidden = isHidden(Number(row.dataset.key));
      row.classList.toggle('hidden-object', hidden);
      row.title = `${row.dataset.title}${hidden ? ' (hidden)' : ''}`;
    }
  }

  #objectRow({ key, name, file, triangles }: ObjectInfo): HTMLElement {
    const button = element(
      'button',
      { type: 'button', title: `${file}: ${name}` },
      element('span', { textContent: name }),
      element('span', { className: 'number', textContent: grouped(triangles) }),
    );
    Object.assign(button.dataset, { key, title: `${file}: ${name}` });
    button.addEventListener('click', () => this.#listeners.onChoose(key));
    return element('li', {}, button);
  }
}
