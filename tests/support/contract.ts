// The contract as tests read it: the bundled document, and what any operation may answer beside its own.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './source.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The part of JSON Schema that the contract uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: Json[];
  const?: Json;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  required?: string[];
  properties?: Record<string, Schema | boolean>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  example?: Json;
  default?: Json;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  schema: Schema;
}

export type Content = Record<string, Media>;

export interface Media {
  schema?: Schema;
  example?: Json;
}

export interface Response {
  $ref?: string;
  description: string;
  content?: Content;
}

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  'x-policy': string;
  'x-protocol'?: string;
  'x-errors'?: Record<string, number>;
  'x-reads'?: true;
  'x-token-scope'?: string;
  description?: string;
  security?: Record<string, string[]>[];
  'x-body-limit'?: number;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response>;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;
type PathItem = { [M in (typeof methods)[number]]?: Operation } & { parameters?: Parameter[] };

interface Document {
  info: { description: string };
  paths: Record<string, PathItem>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter>; responses: Record<string, Response> };
}

export const document = JSON.parse(readFileSync(path.join(root, 'openapi/generated/openapi.json'), 'utf8')) as Document;

/** What any operation may answer beside its own: `status code` in the contract's introduction. */
export const commonErrors: Record<string, number> = Object.fromEntries(
  [...document.info.description.matchAll(/`(4\d\d|50[37]) ([a-z_]+)`/g)].map((match) => [match[2]!, Number(match[1])]),
);

/** Follows a reference inside the document. */
export function resolve<T extends { $ref?: string }>(value: T): T {
  if (!value.$ref) return value;
  const found = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
  return resolve(found as T);
}

/** A schema without its words. Equal texts have equal validators. */
export const textOf = (schema: Schema) =>
  JSON.stringify(resolve(schema), (key, value: unknown) =>
    ['description', 'title'].includes(key) && typeof value === 'string' ? undefined : key === 'example' ? undefined : value,
  );

export interface Row {
  id: string;
  method: string;
  path: string;
  operation: Operation;
  parameters: Parameter[];
}

/** Every operation, with its own and its path's parameters resolved. */
export const rows: Row[] = Object.entries(document.paths).flatMap(([url, item]) =>
  methods.flatMap((method) => {
    const operation = item[method];
    if (!operation) return [];
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
    return [{ id: operation.operationId, method: method.toUpperCase(), path: url, operation, parameters }];
  }),
);

/** The most bytes that a body of it may have. */
export const bodyLimitOf = ({ operation }: Row): number => operation['x-body-limit'] ?? 16 * 1024;
