/** The options of a query as they were given on the command line. */
import type { Arguments } from './arguments.ts';
import { isSwitch, nameOf, type Offered, offeredOptions, type QueryOffer, takesOf } from './offer.ts';
import { countSetting, oneOf } from './settings.ts';

function readOne(offer: QueryOffer, option: string, offered: Offered, args: Arguments): unknown {
  const name = nameOf(option, offered);
  if (isSwitch(offer, option, offered)) {
    if (offered.no !== undefined && args.has(`no-${name}`)) return false;
    return args.has(name) ? (offered.sets ?? true) : undefined;
  }
  const text = args.text(name);
  if (text === undefined) return undefined;
  const { read } = offered;
  if (typeof read === 'function') return read(text, name);
  if (read === 'text') return text;
  // What is no number is refused by the query.
  if (read === 'number') return text.trim() === '' ? Number.NaN : Number(text);
  if (read === 'count or all' && text === 'all') return Number.POSITIVE_INFINITY;
  const takes = takesOf(offer, option);
  return takes?.kind === 'choice' ? oneOf(args, name, takes.choices) : countSetting(args, name);
}

/** Those that were given to a verb, as the query takes them; not those that the verb reads itself. */
export function readOffered<Options>(offer: QueryOffer<Options>, verb: string, args: Arguments): Partial<Options> {
  const rows = offeredOptions(offer).filter(([, { verbs, read }]) => verbs.includes(verb) && read !== 'by the verb');
  const read = rows.map(([option, offered]) => [option, readOne(offer, option, offered, args)] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Partial<Options>;
}
