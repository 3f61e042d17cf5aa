/** The public names of a declaration file and their members, each with its doc comment. */
import { readFileSync } from 'node:fs';
import { parseSync } from 'rolldown/utils';

export interface DocumentedName {
  /** `Scene.collide`, `VoxelsOptions.box`. */
  readonly name: string;
  readonly kind: 'declaration' | 'function' | 'field';
  /** Whether it may be left out. */
  readonly isOptional: boolean;
  /** Empty when there is none. */
  readonly doc: string;
}

/** As much of a syntax tree as is looked at. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

interface Source {
  readonly text: string;
  readonly comments: readonly { readonly value: string; readonly start: number; readonly end: number }[];
}

function docOf({ text, comments }: Source, node: Node): string {
  const doc = comments.findLast(({ end }) => end <= node.start);
  return doc?.value.startsWith('*') && text.slice(doc.end, node.start).trim() === '' ? doc.value : '';
}

const FUNCTIONS = /^(TSMethodSignature|MethodDefinition|TSAbstractMethodDefinition|TSDeclareFunction)$/;
/** Parts of a type that may hold members. */
const INNER = ['body', 'typeAnnotation', 'types', 'members', 'typeArguments', 'params'] as const;

/** Members of interfaces, classes and types written out, at any depth; not what the language itself calls. */
function* membersOf(source: Source, node: unknown, owner: string): Generator<DocumentedName> {
  if (Array.isArray(node)) for (const item of node) yield* membersOf(source, item, owner);
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return;
  const { type, key, kind, computed, optional } = node as Node;
  const isMember = /Signature$|Definition$/.test(type ?? '') && key !== undefined;
  if (!isMember) {
    for (const part of INNER) yield* membersOf(source, (node as Node)[part], owner);
    return;
  }
  const { name, type: keyType } = key as { name: string; type: string };
  if (keyType === 'PrivateIdentifier' || computed === true || kind === 'constructor') return;
  const isFunction = FUNCTIONS.test(type) && kind !== 'get' && kind !== 'set';
  yield {
    name: `${owner}.${name}`,
    kind: isFunction ? 'function' : 'field',
    isOptional: optional === true,
    doc: docOf(source, node as Node),
  };
  if (!isFunction) yield* membersOf(source, (node as Node).typeAnnotation, `${owner}.${name}`);
}

export function documentedNames(file: string): DocumentedName[] {
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  const source = { text, comments };
  return (program.body as unknown as Node[]).flatMap((statement) => {
    const declaration = (statement.declaration ?? statement) as Node;
    const named = (declaration.id ?? (declaration.declarations as Node[] | undefined)?.[0]?.id) as { name: string };
    if (!named) return [];
    const isFunction = declaration.type === 'TSDeclareFunction';
    const own: DocumentedName = {
      name: named.name,
      kind: isFunction ? 'function' : 'declaration',
      isOptional: false,
      doc: docOf(source, statement),
    };
    const isConstant = declaration.type === 'VariableDeclaration';
    return isFunction || isConstant ? [own] : [own, ...membersOf(source, declaration, named.name)];
  });
}
