/** How what is open looks: the tree of objects, their colours, which way is up, and the legend. */

import type { OverlayName } from './answer.ts';
import { coloured, suitableColouring } from './panels/colouring.ts';
import { ObjectTree } from './panels/object-tree.ts';
import { type LegendEntry, type Look, SeePanel } from './panels/see-panel.ts';
import type { ObjectInfo, WorldMessage } from './protocol.ts';
import { theme } from './theme.ts';
import type { View } from './view/view.ts';

export interface AppearanceListeners {
  readonly onChoose: (key: number) => void;
  /** Objects were hidden or shown. */
  readonly onHidden: () => void;
  /** The legend changed. */
  readonly onLegend: () => void;
}

export class Appearance {
  readonly see: SeePanel;
  readonly #view: View;
  readonly #tree: ObjectTree;
  readonly #listeners: AppearanceListeners;
  #objects: readonly ObjectInfo[] = [];
  #world: Pick<WorldMessage, 'bounds' | 'up'> | undefined;
  #legend: readonly LegendEntry[] = [];

  constructor(view: View, listeners: AppearanceListeners) {
    this.#view = view;
    this.#listeners = listeners;
    this.#tree = new ObjectTree({
      onChoose: listeners.onChoose,
      onShow: (keys, visible) => {
        if (visible) view.objects.reveal(keys);
        else view.objects.hide(keys);
        view.request();
        listeners.onHidden();
      },
    });
    this.see = new SeePanel((look) => this.#show(look));
  }

  #show(look: Look): void {
    const { opacity, wireframe, ghosts, ground } = look;
    this.#view.objects.setLook({ opacity, wireframe });
    this.#view.ground.root.visible = ground;
    this.#view.overlays.setGhosts(ghosts);
    if (this.#world) this.#view.stand(this.#world.bounds, this.up);
    this.#colour(look);
  }

  #colour({ colouring }: Look): void {
    const { colours, legend } = coloured(this.#objects, colouring);
    this.#view.objects.setColours(colours);
    this.#legend = legend;
    this.#view.request();
    this.#listeners.onLegend();
  }

  /** As chosen, or else as the files' formats define it. */
  get up(): 'y' | 'z' {
    const { up } = this.see.look;
    return up === 'auto' ? (this.#world?.up ?? 'y') : up;
  }

  /** Other objects are open. */
  open({ objects, bounds, up, fresh }: WorldMessage): void {
    this.#objects = objects;
    this.#world = { bounds, up };
    this.#tree.show(objects);
    if (fresh) this.see.colouring = suitableColouring(objects);
    else this.#colour(this.see.look);
  }

  /** Says which objects are hidden, and which is selected. */
  mark(selected: number | undefined): void {
    this.#tree.mark((key) => this.#view.objects.isHidden(key), selected);
  }

  /** Names what is in the picture; `marks` belong to the clash in view, which has its own colours. */
  showLegend(
    overlays: readonly OverlayName[],
    marks: readonly LegendEntry[],
    isLookedAt: boolean,
    points?: string,
  ): void {
    this.see.showLegend(overlays, theme(), [...(isLookedAt ? [] : this.#legend), ...marks], points);
  }
}
