// Reads the server's code for one question: which policies does a handler ask? Followed through the helpers it calls, but not through
// policies, which ask each other, nor presenters, which tell abilities and refuse nothing.
import path from 'node:path';
import ts from 'typescript';

interface Module {
  /** Every function with a name, wherever in the file it is declared. */
  functions: Map<string, ts.Node[]>;
  /** Members of object literals: among them are the handlers. */
  members: Map<string, ts.Node[]>;
  /** Local name → the server's own file and the name there. */
  imports: Map<string, { file: string; name: string }>;
}

const isAsked = (file: string) => file.endsWith('/policy.ts');
const isFollowed = (file: string) => !/\/(policy|presenter)\.ts$/.test(file);

const known = new Map<string, Module>();

function readModule(file: string, text: string): Module {
  const key = `${file}\n${text}`;
  const module = known.get(key) ?? parse(file, text);
  known.set(key, module);
  return module;
}

function parse(file: string, text: string): Module {
  const module: Module = { functions: new Map(), members: new Map(), imports: new Map() };
  const add = (map: Map<string, ts.Node[]>, name: string, node: ts.Node) => map.set(name, [...(map.get(name) ?? []), node]);
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) readImport(node, node.moduleSpecifier.text);
    else if (ts.isFunctionDeclaration(node) && node.name) add(module.functions, node.name.text, node);
    else if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer && ts.isArrowFunction(node.initializer)) {
      add(module.functions, node.name.text, node.initializer);
    } else if ((ts.isMethodDeclaration(node) || ts.isPropertyAssignment(node)) && ts.isIdentifier(node.name)) {
      add(module.members, node.name.text, node);
    }
    ts.forEachChild(node, visit);
  };
  function readImport(node: ts.ImportDeclaration, from: string): void {
    const bindings = node.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) return;
    const imported = from.startsWith('#server/') ? from.replace('#server/', 'server/') : path.posix.join(path.posix.dirname(file), from);
    for (const { name, propertyName } of bindings.elements) {
      module.imports.set(name.text, { file: imported, name: (propertyName ?? name).text });
    }
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return module;
}

const calls = new WeakMap<ts.Node, ReadonlySet<string>>();

/** The names of the functions that are called within a node. */
function calledIn(node: ts.Node): ReadonlySet<string> {
  const found = calls.get(node);
  if (found) return found;
  const names = new Set<string>();
  const visit = (inner: ts.Node): void => {
    if (ts.isCallExpression(inner) && ts.isIdentifier(inner.expression)) names.add(inner.expression.text);
    ts.forEachChild(inner, visit);
  };
  ts.forEachChild(node, visit);
  calls.set(node, names);
  return names;
}

export interface Operation {
  id: string;
  tag: string;
  /** `public`, `signed-in`, or a policy: `events.canView`. */
  policy: string;
}

/**
 * What is wrong with the operations that name a policy.
 * @param files the server's files, by path from the root
 */
export function unboundPolicies(files: ReadonlyMap<string, string>, operations: readonly Operation[]): string[] {
  const modules = new Map([...files].map(([file, text]) => [file, readModule(file, text)]));

  /** The policies that are called within a node, as `events.canView`. */
  function askedIn(node: ts.Node, file: string, seen: Set<ts.Node>): Set<string> {
    const asked = new Set<string>();
    if (seen.has(node)) return asked;
    seen.add(node);
    for (const called of calledIn(node)) {
      const { file: where, name } = modules.get(file)?.imports.get(called) ?? { file, name: called };
      if (isAsked(where)) asked.add(`${where.split('/')[1]}.${name}`);
      else if (isFollowed(where)) {
        const bodies = modules.get(where)?.functions.get(name) ?? [];
        for (const body of bodies) for (const one of askedIn(body, where, seen)) asked.add(one);
      }
    }
    return asked;
  }

  return operations.flatMap(({ id, tag, policy }) => {
    if (policy === 'public' || policy === 'signed-in') return [];
    const [domain, name = ''] = policy.split('.');
    if (!modules.get(`server/${domain}/policy.ts`)?.functions.has(name)) return [`${id}: there is no policy ${policy}`];
    const handlers = [...modules].flatMap(([file, { members }]) =>
      file.startsWith(`server/${tag}/`) ? (members.get(id) ?? []).map((node) => ({ file, node })) : [],
    );
    if (handlers.length !== 1) return [`${id}: has ${handlers.length} handlers`];
    const asks = handlers.some(({ file, node }) => askedIn(node, file, new Set()).has(policy));
    return asks ? [] : [`${id}: its handler never asks ${policy}`];
  });
}
