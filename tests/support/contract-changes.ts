// What in a new version of the contract breaks clients of the previous one: pages and workers of the previous release call the new server for days.

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  pattern?: string;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  maximum?: number;
  minLength?: number;
  minItems?: number;
  minimum?: number;
}
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}
interface Media {
  schema?: Schema;
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>;
}
type PathItem = Partial<Record<(typeof METHODS)[number], Operation>> & { parameters?: Parameter[] };
export interface ApiDocument {
  paths: Record<string, PathItem>;
  components?: Record<string, Record<string, unknown>>;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;
const ALTERNATIVES = ['oneOf', 'anyOf', 'allOf'] as const;

/** Each as `<method> <path> …: <what>`. */
export function breakingChanges(previous: ApiDocument, current: ApiDocument): string[] {
  const found: string[] = [];
  const seen = new Set<string>();

  for (const [url, item] of Object.entries(previous.paths))
    for (const method of METHODS) {
      const before = item[method];
      if (!before) continue;
      const where = `${method.toUpperCase()} ${url}`;
      const now = current.paths[url]?.[method];
      if (!now) found.push(`${where}: removed`);
      else compareOperations(where, [item, before], [current.paths[url]!, now]);
    }
  return found;

  function compareOperations(where: string, [oldItem, old]: [PathItem, Operation], [newItem, now]: [PathItem, Operation]): void {
    const parametersOf = (document: ApiDocument, item: PathItem, { parameters = [] }: Operation) =>
      new Map(
        [...(item.parameters ?? []), ...parameters].map((one) => resolve(document, one)).map((one) => [`${one.in}.${one.name}`, one]),
      );
    const [before, after] = [parametersOf(previous, oldItem, old), parametersOf(current, newItem, now)];
    for (const [name, parameter] of after)
      if (parameter.required && !before.get(name)?.required) found.push(`${where} ${name}: became required`);
    for (const [name, parameter] of before) {
      const other = after.get(name);
      if (!other) found.push(`${where} ${name}: removed`);
      else compare(`${where} ${name}`, 'request', parameter.schema, other.schema);
    }
    if (now.requestBody?.required && !old.requestBody?.required) found.push(`${where} body: became required`);
    compareContent(`${where} body`, 'request', old.requestBody?.content, now.requestBody?.content);
    for (const [status, response] of Object.entries(old.responses)) {
      const other = now.responses[status];
      if (!other) found.push(`${where} ${status}: removed`);
      else compareContent(`${where} ${status}`, 'response', resolve(previous, response).content, resolve(current, other).content);
    }
  }

  type Direction = 'request' | 'response';

  function compareContent(where: string, direction: Direction, old: Record<string, Media> = {}, now: Record<string, Media> = {}): void {
    for (const [type, media] of Object.entries(old)) {
      const other = now[type];
      if (other) compare(where, direction, media.schema, other.schema);
      else found.push(`${where}: no longer ${type}`);
    }
  }

  function compare(where: string, direction: Direction, oldSchema: Schema | undefined, newSchema: Schema | undefined): void {
    if (!oldSchema || !newSchema) {
      // No schema: anything.
      if (direction === 'request' ? newSchema : oldSchema) found.push(`${where}: became narrower`);
      return;
    }
    if (oldSchema.$ref !== undefined && oldSchema.$ref === newSchema.$ref) {
      const key = `${direction} ${oldSchema.$ref}`;
      if (seen.has(key)) return;
      seen.add(key);
      where = `${where} (${oldSchema.$ref.split('/').at(-1)})`;
    }
    const [old, now] = [resolve(previous, oldSchema), resolve(current, newSchema)];
    // What one side may send, the other one must understand.
    const [sent, understood] = direction === 'request' ? [old, now] : [now, old];
    for (const type of typesOf(sent))
      if (typesOf(understood).length > 0 && !typesOf(understood).includes(type)) found.push(`${where}: ${type} is new to the receiver`);
    if (understood.enum || understood.const !== undefined) {
      const known = understood.enum ?? [understood.const];
      const values = sent.enum ?? (sent.const === undefined ? null : [sent.const]);
      if (!values) found.push(`${where}: values are new to the receiver`);
      for (const value of values ?? [])
        if (!known.includes(value)) found.push(`${where}: the value ${JSON.stringify(value)} is new to the receiver`);
    }
    if (direction === 'request') compareLimits(where, old, now);
    for (const name of understood.required ?? [])
      if (!sent.required?.includes(name)) found.push(`${where}.${name}: ${direction === 'request' ? 'became required' : 'may be missing'}`);
    for (const [name, property] of Object.entries(old.properties ?? {})) {
      const other = now.properties?.[name];
      if (other) compare(`${where}.${name}`, direction, property, other);
      else found.push(`${where}.${name}: removed`);
    }
    if (old.items) compare(`${where}[]`, direction, old.items, now.items);
    for (const kind of ALTERNATIVES) {
      const [before, after] = [old[kind] ?? [], now[kind] ?? []];
      before.forEach((schema, at) => compare(`${where} ${kind} ${at}`, direction, schema, after[at]));
      if (direction === 'response' && after.length > before.length && kind !== 'allOf')
        found.push(`${where}: another alternative is new to the receiver`);
    }
  }

  function compareLimits(where: string, old: Schema, now: Schema): void {
    for (const most of ['maxLength', 'maxItems', 'maximum'] as const)
      if ((now[most] ?? Infinity) < (old[most] ?? Infinity)) found.push(`${where}: ${most} became smaller`);
    for (const least of ['minLength', 'minItems', 'minimum'] as const)
      if ((now[least] ?? -Infinity) > (old[least] ?? -Infinity)) found.push(`${where}: ${least} became larger`);
    for (const rule of ['pattern', 'format'] as const)
      if (now[rule] !== undefined && now[rule] !== old[rule]) found.push(`${where}: ${rule} changed`);
    if (old.additionalProperties !== false && now.additionalProperties === false) found.push(`${where}: became narrower`);
  }
}

const typesOf = ({ type }: Schema): string[] => (type === undefined ? [] : [type].flat());

function resolve<T extends { $ref?: string }>(document: ApiDocument, value: T): T {
  if (value.$ref === undefined) return value;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  const target = document.components?.[kind]?.[name] as T | undefined;
  if (!target) throw new Error(`${value.$ref} is not in the document`);
  return resolve(document, target);
}
