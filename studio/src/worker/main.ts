/** The worker: passes messages from the page on to the studio. */
import type { ToWorker } from '../protocol.ts';
import { setModelsFolder } from './fetch-scan.ts';
import { setServedFrom } from './read-source.ts';
import { Studio } from './studio.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const studio = new Studio((message, transfer = []) => scope.postMessage(message, transfer));

type Hear = { readonly [Type in ToWorker['type']]: (message: Extract<ToWorker, { type: Type }>) => void };

const HEAR: Hear = {
  start({ page, engine, query }) {
    setModelsFolder(new URL('models/', page));
    setServedFrom(page);
    studio.start(engine, query);
  },
  engine: ({ engine }) => studio.setEngine(engine),
  'open-scene': ({ scene, playing, query }) => studio.openScene(scene, playing, query),
  'open-files': ({ files, add, deflection, query }) => studio.openFiles(files, add, deflection, query),
  cancel: () => studio.cancel(),
  query: ({ query }) => studio.setQuery(query),
  play: ({ playing, speed }) => studio.setPlaying(playing, speed),
  seek: ({ frame }) => studio.seek(frame),
  drag: ({ key, matrix }) => studio.drag(key, matrix),
  remove: ({ key }) => studio.remove(key),
  locate: ({ a, b }) => studio.locate(a, b),
  export: ({ form }) => (form === 'motion' ? studio.joints.export() : studio.desk.export(form)),
  inspect: ({ id, camera, up }) => studio.desk.inspect(id, camera, up),
  section: ({ id, point, normal }) => studio.desk.section(id, point, normal),
  decide: ({ decisions }) => studio.desk.decide(decisions),
  'load-decisions': ({ name, file }) => studio.desk.load(name, file),
  clip: ({ clip }) => studio.chooseClip(clip),
  scan: () => studio.scan(),
  prove: () => studio.prove(),
  joint: ({ name, value }) => studio.moveJoint(name, value),
  print: ({ wall }) => studio.prints.check(wall),
  unit: ({ shown }) => studio.showUnit(shown),
  'prove-joints': () => studio.joints.prove(),
  shown: () => studio.shown(),
};

scope.onmessage = ({ data }: MessageEvent<ToWorker>) => (HEAR[data.type] as (message: ToWorker) => void)(data);
