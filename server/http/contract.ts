// The contract at runtime: for each operation, validation of requests, serialization of answers, and a check of the answers.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fastJson from 'fast-json-stringify';
import type { AnySchema, Schema } from 'fast-json-stringify';
import type { components } from '#openapi/api.ts';
import { type OperationId, operationTable } from '#openapi/operations.ts';
import { readEmail } from '#server/http/email-addresses.ts';
import { fieldProblems, validationProblem } from '#server/http/field-errors.ts';
import { maskSecrets, type Secrets, secretsOf } from '#server/http/impersonation.ts';
import { isWrite } from '#server/http/origin.ts';
import type { FieldProblem } from '#server/http/problem.ts';
import { isName, isNameLines } from '#server/http/text.ts';
import { isTimeZone } from '#server/http/time-zones.ts';
import { packageRoot } from '#server/package-root.ts';
import { UUID } from '#server/uuid.ts';

type Json = Record<string, unknown>;
interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Json;
}
interface Response {
  content?: Record<string, { schema?: Json }>;
}
interface Operation {
  operationId: OperationId;
  'x-body-limit'?: number;
  'x-while-viewing'?: 'allowed' | 'refused';
  /** It is asked with a body, and changes nothing. */
  'x-reads'?: true;
  'x-token-scope'?: components['schemas']['ApiTokenScope'];
  parameters?: Json[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, Json>;
}
interface Document {
  paths: Record<string, { parameters?: Json[] }>;
  components: Json;
}

/** What arrived, as fastify parsed it. */
export interface Sent {
  params: unknown;
  query: unknown;
  headers: Record<string, unknown>;
  body: unknown;
}

export interface OperationContract {
  id: OperationId;
  method: string;
  /** As fastify writes it: `/event/:id`. */
  url: string;
  isPublic: boolean;
  /** The scope by which an API token reaches it. Null: none does. */
  tokenScope: components['schemas']['ApiTokenScope'] | null;
  isTus: boolean;
  /** The body is taken as the bytes it came in: who sent it has signed those. */
  isRaw: boolean;
  /** Available during impersonation: reads, except those that the contract refuses. */
  isOpenToImpersonation: boolean;
  /** The operation changes nothing, even if its method is not GET. */
  isRead: boolean;
  takesBody: boolean;
  /** A body is a form with files. */
  isForm: boolean;
  /** The names of its fields; all are files. */
  formFields: readonly string[];
  /** The most bytes a body may have. */
  bodyLimit: number;
  /**
   * The declared parameters, with their types and defaults, and the body as it was sent.
   * @throws {Problem} 422 `invalid_request` with an entry per field
   */
  read(sent: Sent): { path: Json; query: Json; header: Json; body: unknown };
  /** The answer with secrets (`x-secret`) replaced by null. */
  hideSecrets(status: number, body: unknown): unknown;
  /** Undefined where this status has no JSON. */
  stringify(status: number): ((body: unknown) => string) | undefined;
  /** @throws an Error that explains how the answer violates the contract */
  check(status: number, answer: { json?: string; contentType?: string }): void;
}

/** The default of `x-body-limit`. A test checks that the largest valid body fits. */
const BODY_LIMIT = 16 * 1024;
/** Of a call that takes no body; what some clients send all the same is nothing, or `{}`. */
const NO_BODY_LIMIT = 1024;

export const contractFile = path.join(packageRoot, 'openapi', 'generated', 'openapi.json');

let loaded: Promise<OperationContract[]> | undefined;
/** Of this process: it reads the document once. */
export const loadContract = (): Promise<OperationContract[]> => (loaded ??= readContract());

async function readContract(): Promise<OperationContract[]> {
  const document = JSON.parse(await readFile(contractFile, 'utf8')) as Document;
  const schemas = Object.entries(schemasOf(document)).map(([name, schema]) => ({ id: idOf(name), schema: absolute(schema) }));
  const checks: Checks = {
    bodies: compiler(schemas, { allErrors: true, coerceTypes: false }),
    firstOfBodies: compiler(schemas, { allErrors: false, coerceTypes: false }),
    // Texts of an address become numbers and booleans; bodies are taken as they are.
    parameters: compiler(schemas, { allErrors: true, coerceTypes: 'array' }),
  };
  return Object.entries(document.paths).flatMap(([url, item]) => {
    const { parameters: shared = [], ...operations } = item;
    return Object.entries(operations as Record<string, Operation>).map(([method, operation]) =>
      describe(document, checks, { method, url, operation, shared }),
    );
  });
}

type Compile = (schema: Json) => ValidateFunction;

interface Checks {
  bodies: Compile;
  /** Stops at the first error. */
  firstOfBodies: Compile;
  parameters: Compile;
}

/** Equal schemas share what is compiled: most operations have the same parameters as others. */
function compiler(...given: Parameters<typeof validator>): Compile {
  const ajv = once(() => validator(...given));
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const validate = compiled.get(text) ?? ajv().compile(schema);
    compiled.set(text, validate);
    return validate;
  };
}

function validator(schemas: { id: string; schema: Json }[], options: { allErrors: boolean; coerceTypes: false | 'array' }): Ajv2020 {
  const ajv = new Ajv2020({
    ...options,
    strict: false,
    // A test has proved them.
    validateSchema: false,
    useDefaults: true,
    removeAdditional: false,
    discriminator: true,
  });
  addFormats.default(ajv);
  // Stricter than the library's: what passes here, the database and JavaScript's Date take as well.
  ajv.addFormat('uuid', UUID);
  ajv.addFormat('email', (text: string) => readEmail(text).fault === null);
  ajv.addFormat('name', isName);
  ajv.addFormat('name-lines', isNameLines);
  ajv.addFormat('time-zone', isTimeZone);
  ajv.addFormat('date-time', {
    validate: (text: string) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
      // Years of one or two digits come back from the database as ones of the 20th century.
      isBetween(new Date(text).getUTCFullYear(), 100, 9999) &&
      // JavaScript takes 30 February for 2 March.
      new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === Number(text.slice(8, 10)),
  });
  // Each on its own, so that it is compiled once and not for each operation.
  for (const { id, schema } of schemas) ajv.addSchema(schema, id);
  return ajv;
}

const isBetween = (value: number, least: number, most: number) => value >= least && value <= most;

function describe(
  document: Document,
  { bodies, firstOfBodies, parameters }: Checks,
  { method, url, operation, shared }: { method: string; url: string; operation: Operation; shared: Json[] },
): OperationContract {
  const id = operation.operationId;
  const declared = [...shared, ...(operation.parameters ?? [])].map((parameter) => resolve(document, parameter) as Parameter);
  const readers = { path: group('path'), query: group('query'), header: group('header') };
  const bodySchema = operation.requestBody?.content['application/json']?.schema;
  const formSchema = operation.requestBody?.content['multipart/form-data']?.schema;
  const readBody = bodySchema ? bodyReader(bodySchema) : formSchema && formReader(resolve(document, formSchema) as Json);

  function bodyReader(schema: Json): (body: unknown) => FieldProblem[] {
    const most = once(() => maxValueCount(schema, (part) => resolve(document, part) as Json));
    const all = once(() => bodies(absolute(schema)));
    const first = once(() => firstOfBodies(absolute(schema)));
    // A body with more values than any valid one is invalid already: finding all errors in it would cost too much.
    return (body) => errorsOf('body', exceedsValueCount(body, most()) ? first() : all(), body);
  }

  function group(where: Parameter['in']): { names: string[]; validate: () => ValidateFunction } {
    const nameOf = (parameter: Parameter) => (where === 'header' ? parameter.name.toLowerCase() : parameter.name);
    const here = declared.filter((parameter) => parameter.in === where);
    const schema = () => ({
      type: 'object',
      properties: Object.fromEntries(here.map((parameter) => [nameOf(parameter), absolute(parameter.schema)])),
      required: here.filter((parameter) => parameter.required || where === 'path').map(nameOf),
    });
    return { names: here.map(nameOf), validate: once(() => parameters(schema())) };
  }

  const answers = new Map<
    number,
    { mediaTypes: string[]; stringify?: () => (body: unknown) => string; validate?: () => ValidateFunction; secrets?: () => Secrets | null }
  >();
  for (const [status, reference] of Object.entries(operation.responses)) {
    if (status === 'default') continue;
    const { content = {} } = resolve(document, reference) as Response;
    const schema = content['application/json']?.schema;
    answers.set(Number(status), {
      mediaTypes: Object.keys(content),
      ...(schema && {
        stringify: once(() => serializer(document, schema)),
        validate: once(() => bodies(absolute(schema))),
        secrets: once(() => secretsOf(schema, (part) => resolve(document, part) as Json)),
      }),
    });
  }

  return {
    id,
    method: method.toUpperCase(),
    url: url.replace(/\{(\w+)\}/g, ':$1'),
    isPublic: operationTable[id].policy === 'public',
    tokenScope: operation['x-token-scope'] ?? null,
    isTus: operationTable[id].protocol === 'tus',
    isRaw: operationTable[id].protocol === 'raw',
    isOpenToImpersonation:
      operation['x-while-viewing'] === undefined ? !isWrite(method.toUpperCase()) : operation['x-while-viewing'] === 'allowed',
    isRead: operation['x-reads'] ?? !isWrite(method.toUpperCase()),
    takesBody: readBody !== undefined,
    isForm: formSchema !== undefined,
    formFields: formSchema ? Object.keys((resolve(document, formSchema) as Json).properties ?? {}) : [],
    bodyLimit: readBody || operation.requestBody ? (operation['x-body-limit'] ?? BODY_LIMIT) : NO_BODY_LIMIT,
    read(sent) {
      const path = pick(sent.params, readers.path.names);
      const query = pick(sent.query, readers.query.names);
      const header = pick(sent.headers, readers.header.names);
      const errors = [
        ...errorsOf('path', readers.path.validate(), path),
        ...errorsOf('query', readers.query.validate(), query),
        ...errorsOf('header', readers.header.validate(), header),
        ...(readBody?.(sent.body) ?? []),
      ];
      if (errors.length > 0) throw validationProblem(errors);
      return { path, query, header, body: readBody ? sent.body : undefined };
    },
    hideSecrets(status, body) {
      const secrets = answers.get(status)?.secrets?.() ?? null;
      return secrets === null ? body : maskSecrets(body, secrets);
    },
    stringify: (status) => answers.get(status)?.stringify?.(),
    check(status, { json, contentType }) {
      const answer = answers.get(status);
      if (!answer) throw new Error(`${id} answered ${status}, which the contract does not declare`);
      const validate = json === undefined ? undefined : answer.validate?.();
      if (json !== undefined && validate && !validate(JSON.parse(json))) {
        throw new Error(`${id} breaks the contract with its ${status}: ${JSON.stringify(validate.errors)}`);
      }
      const fits =
        contentType === undefined ? answer.mediaTypes.length === 0 : answer.mediaTypes.some((type) => matches(type, contentType));
      if (!fits)
        throw new Error(
          `${id} answered ${status} as ${contentType ?? 'nothing'}, the contract declares ${answer.mediaTypes.join(', ') || 'nothing'}`,
        );
    },
  };
}

/** Made when it is first asked for: making all of it took more than half of a start, and most runs use a small part. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const matches = (declared: string, contentType: string) => contentType.startsWith(declared.replace(/\*$/, ''));

const SCHEMAS = '#/components/schemas/';
const schemasOf = (document: Document) => document.components.schemas as Record<string, Json>;
/** As the validators and serializers know a schema of the document. */
const idOf = (name: string) => `contract-${name}`;

/** A copy whose references to the document's schemas are their IDs. Calls `onReference` with the name of each. */
function absolute(schema: Json, onReference: (name: string) => void = () => undefined): Json {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string' || !value.startsWith(SCHEMAS)) return value;
    const name = value.slice(SCHEMAS.length);
    onReference(name);
    return idOf(name);
  }) as Json;
}

/** A serializer reads all schemas that it gets, so it gets only those that it needs. */
function serializer(document: Document, schema: Json): (body: unknown) => string {
  const needed: Record<string, Json> = {};
  const add = (name: string) => {
    if (idOf(name) in needed) return;
    needed[idOf(name)] = {};
    needed[idOf(name)] = absolute(schemasOf(document)[name] ?? {}, add);
  };
  const own = absolute(schema, add);
  return fastJson(own as AnySchema, { schema: needed as object as Record<string, Schema> }) as (body: unknown) => string;
}

/** Follows a `$ref`; `generate.mjs` has validated the document's shape. */
function resolve(document: Document, value: Json): unknown {
  if (typeof value.$ref !== 'string') return value;
  const found = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Json)[key], document);
  return found;
}

/** A copy of the declared parameters, so that coercion and defaults do not change the request. */
function pick(from: unknown, names: string[]): Json {
  const values = from as Json;
  return Object.fromEntries(names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]));
}

/** For forms: each declared field contains one file, and there are no other fields. */
function formReader(schema: Json): (body: unknown) => FieldProblem[] {
  const names = Object.keys(schema.properties ?? {});
  return (body) => {
    const sent = (body ?? {}) as Json;
    const missing = names
      .filter((name) => !Buffer.isBuffer(sent[name]))
      .map((name) => ({ field: `body.${name}`, message: 'must be a file' }));
    const unknown = Object.keys(sent).filter((name) => !names.includes(name));
    return [...missing, ...unknown.map((name) => ({ field: `body.${name.slice(0, 100)}`, message: 'is not supported' }))];
  };
}

function errorsOf(where: string, validate: ValidateFunction, value: unknown): FieldProblem[] {
  if (value === undefined) return [{ field: where, message: 'is required' }];
  return validate(value) ? [] : fieldProblems(where, validate.errors ?? [], value);
}

/** Bodies may have this many more values than a valid one and still get all of their errors. */
const SLACK = 20;

/** Infinity where the schema sets no limit. References are followed by `resolve`; the contract's request bodies are not recursive. */
function maxValueCount(given: Json, resolve: (schema: Json) => Json): number {
  const schema = resolve(given);
  const alternatives = ['oneOf', 'anyOf', 'allOf'].flatMap((key) => (schema[key] ?? []) as Json[]);
  if (alternatives.length > 0) return Math.max(...alternatives.map((one) => maxValueCount(one, resolve)));
  const types = [schema.type ?? []].flat();
  if (types.includes('object')) {
    if (schema.additionalProperties !== false) return Infinity;
    const members = Object.values((schema.properties ?? {}) as Record<string, Json | boolean>);
    return 1 + members.reduce((sum, member) => sum + (typeof member === 'boolean' ? 0 : maxValueCount(member, resolve)), 0);
  }
  if (types.includes('array')) {
    const { maxItems, items } = schema as { maxItems?: number; items?: Json };
    return maxItems === undefined || !items ? Infinity : 1 + maxItems * maxValueCount(items, resolve);
  }
  return 1;
}

/** Counts no further than it must, and not by recursion: depth is the sender's to choose. */
function exceedsValueCount(body: unknown, most: number): boolean {
  const waiting = [body];
  for (let count = 0; waiting.length > 0; count += 1) {
    // What waits is there as well.
    if (count + waiting.length > most + SLACK) return true;
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const member of Array.isArray(value) ? value : Object.values(value)) waiting.push(member);
  }
  return false;
}
