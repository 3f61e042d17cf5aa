/** What files say about the objects and about themselves, as in a report. */
import type { KnownObjects } from '../../../src/report/clash-list.ts';
import { disciplinesOf } from '../../../src/report/disciplines.ts';
import { assemblyPath } from '../../../src/report/elements.ts';
import type { ModelFile } from '../../../src/report/model-file.ts';
import type { ReportObject } from '../../../src/report/report.ts';
import { reportModels } from '../../../src/report/report-models.ts';
import type { ReviewFacts } from '../answer.ts';
import { fileObject } from './clash-search.ts';
import type { World } from './world.ts';

/** What a report says about an object, besides its shape. */
function factsIn(facts: object): Partial<ReportObject> {
  const { class: ownClass, type, storey, system, guid, layers, materials } = facts as Partial<ReportObject>;
  return {
    ...assemblyPath(facts as Partial<ReportObject>),
    ...(guid !== undefined && { guid }),
    ...(ownClass !== undefined && { class: ownClass }),
    ...(type !== undefined && { type }),
    ...(storey !== undefined && { storey }),
    ...(system !== undefined && { system }),
    ...(layers && { layers }),
    ...(materials && { materials }),
  };
}

/** Keyed by the list of objects, which is replaced when objects come or go. */
const factsByObjects = new WeakMap<World['objects'], ReviewFacts>();

export function factsOf(world: World, known: KnownObjects): ReviewFacts {
  const kept = factsByObjects.get(world.objects);
  if (kept) return kept;
  const facts = makeFacts(world, known, world.modelFiles ?? []);
  factsByObjects.set(world.objects, facts);
  return facts;
}

function makeFacts(world: World, known: KnownObjects, files: readonly ModelFile[]): ReviewFacts {
  const all = world.objects.map(fileObject);
  const disciplines = disciplinesOf(all);
  const objects = all.map((object, i): ReportObject => {
    const { file, name, vertices, triangles } = object;
    const discipline = disciplines[i];
    const named = { file, name, label: known.labels[i], key: known.keys[i], ...factsIn(object) };
    return { ...named, ...(discipline && { discipline }), vertices, triangles, degenerate: 0 };
  });
  return { objects, models: reportModels(files, objects), isTurned: world.isTurned === true };
}
