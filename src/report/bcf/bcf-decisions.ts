/** What a BCF file says about current clashes, as decisions. */
import type { Decision } from '../baseline.ts';
import { topicGuid } from './guid.ts';
import type { BcfTopic } from './read-bcf.ts';

export interface BcfDecisions {
  /** By id of the clash. */
  readonly decisions: ReadonlyMap<string, Decision>;
  /** Topics that match no current clash and none of the baseline. */
  readonly unmatched: readonly BcfTopic[];
  /** Topics whose status means none of the decisions; their comments count. */
  readonly unclear: readonly BcfTopic[];
  /** Ids of clashes whose decision is newer than the topic and is kept. */
  readonly newer: readonly string[];
}

interface Decided {
  readonly id: string;
  readonly decision?: Decision;
}

/** `clashes`: current ones and those of the baseline that are gone. */
export async function bcfDecisions(topics: readonly BcfTopic[], clashes: readonly Decided[]): Promise<BcfDecisions> {
  const byGuid = new Map(await Promise.all(clashes.map(async (clash) => [await topicGuid(clash.id), clash] as const)));
  const decisions = new Map<string, Decision>();
  const [unmatched, unclear]: [BcfTopic[], BcfTopic[]] = [[], []];
  const newer: string[] = [];
  for (const topic of topics) {
    const clash = byGuid.get(topic.guid);
    if (!clash) {
      unmatched.push(topic);
      continue;
    }
    if (topic.state === undefined) unclear.push(topic);
    const { id, decision: before } = clash;
    if (before?.date !== undefined && topic.date !== undefined && Date.parse(before.date) > Date.parse(topic.date)) {
      newer.push(id);
      continue;
    }
    const state = topic.state ?? before?.state ?? 'open';
    const comment = topic.comment === '' ? before?.comment : topic.comment;
    const [assignee, due] = [topic.assignee ?? before?.assignee, topic.due ?? before?.due];
    const isSame =
      state === (before?.state ?? 'open') &&
      comment === before?.comment &&
      assignee === before?.assignee &&
      due === before?.due;
    if (isSame) continue;
    decisions.set(id, {
      state,
      ...(comment && { comment }),
      ...(assignee && { assignee }),
      ...(due && { due }),
      ...(topic.date && { date: topic.date }),
    });
  }
  return { decisions, unmatched, unclear, newer };
}
