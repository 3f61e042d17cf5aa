/** Opens files and scenes. */
import type { SceneName } from '../../../scenes/index.ts';
import { byId, element, grouped } from '../dom.ts';
import type { SceneInfo, SourceFile } from '../protocol.ts';
import { listedScene, SCENE_LIST } from '../scene-list.ts';

export interface OpenListeners {
  /** `handles`: where the browser gives them, for opening the same files another time. */
  readonly onFiles: (files: readonly SourceFile[], add: boolean, handles: readonly FileSystemFileHandle[]) => void;
  readonly onScene: (name: SceneName, size: number | undefined) => void;
}

/** Browsers that have handles of files. */
interface Picking {
  showOpenFilePicker?(options: { multiple: boolean }): Promise<FileSystemFileHandle[]>;
}
interface Dropping {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** Whether files say how parts move that are open already, and nothing else. */
export const isOnlyJoints = (files: readonly SourceFile[]): boolean => files.every(({ name }) => /\.json$/i.test(name));

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

  /** Where the browser can, with handles, so that the same files can be opened again. */
  pick(): void {
    const { showOpenFilePicker } = window as unknown as Picking;
    if (!showOpenFilePicker || navigator.webdriver) this.#input.click();
    else void this.#pickHandles(showOpenFilePicker.bind(window));
  }

  async #pickHandles(show: NonNullable<Picking['showOpenFilePicker']>): Promise<void> {
    // Closing the picker is no error.
    const handles = await show({ multiple: true }).catch(() => []);
    this.#open(await Promise.all(handles.map((handle) => handle.getFile())), handles);
  }

  #open(files: Iterable<File>, handles: readonly FileSystemFileHandle[] = []): void {
    const sources = [...files].map((file) => ({ name: file.name, file }));
    if (sources.length > 0) this.#listeners.onFiles(sources, this.#add.checked, handles);
  }

  async #openDropped({ files, items }: DataTransfer): Promise<void> {
    // Both must be asked for before the event is over.
    const dropped = [...files];
    const asked = [...items].map((item) => (item as unknown as Dropping).getAsFileSystemHandle?.());
    const handles = (await Promise.all(asked).catch(() => [])).filter((handle) => handle?.kind === 'file');
    this.#open(dropped, handles as FileSystemFileHandle[]);
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
      if (event.dataTransfer) void this.#openDropped(event.dataTransfer);
    });
  }

  /** While something is being opened its size cannot be changed; afterwards the selector shows what is open. */
  set busy(busy: boolean) {
    this.#size.disabled = busy;
    if (!busy) this.#showSizes(this.#scene);
  }

  /** Shows what is open. */
  show(scene: SceneInfo | undefined): void {
    this.#scene = scene;
    for (const button of byId('scenes').children) {
      button.setAttribute('aria-pressed', String((button as HTMLElement).dataset.scene === scene?.name));
    }
    byId('scene-sentence').textContent = (scene && listedScene(scene.name)?.sentence) ?? '';
    this.#showSizes(scene);
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
}
