/** Gives the parts of `impacts` their scratch memory. */
import { bindContacts } from './contacts';
import { bindFeaturePair } from './feature-pair';
import { bindTrianglePairs } from './triangle-pairs';

export function bindImpacts(): void {
  bindTrianglePairs();
  bindFeaturePair();
  bindContacts();
}
