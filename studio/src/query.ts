/** The questions that can be put to a scene, as the page asks them and links keep them. */

export interface CollideQuery {
  readonly kind: 'collide';
  readonly between: boolean;
  readonly self: boolean;
  readonly penetrating: boolean;
  readonly segments: boolean;
}

export type Query = CollideQuery;

export const QUERY_DEFAULTS: { readonly [Kind in Query['kind']]: Extract<Query, { kind: Kind }> } = {
  collide: { kind: 'collide', between: true, self: true, penetrating: false, segments: false },
};
