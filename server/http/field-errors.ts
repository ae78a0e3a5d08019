// Validation errors for people and programs: few, short, and without duplicates, for any request.
import type { ErrorObject } from 'ajv/dist/2020.js';
import { readEmail } from '#server/http/email-addresses.ts';
import { Problem, type FieldProblem } from '#server/http/problem.ts';

/** More errors do not help and only cost time and bytes. */
const MAX_ERRORS = 20;
const MAX_LISTED_ERRORS = 5;
/** Names from the request are repeated up to this length. */
const MAX_NAME_LENGTH = 100;

/** @param found the errors of each part of the request, as the validators left them */
export function validationProblem(found: readonly FieldProblem[]): Problem {
  const errors: FieldProblem[] = [];
  const known = new Set<string>();
  for (const error of found) {
    if (errors.length === MAX_ERRORS) break;
    const said = `${error.field} ${error.message}`;
    if (known.has(said)) continue;
    known.add(said);
    errors.push(error);
  }
  const told = errors.slice(0, MAX_LISTED_ERRORS).map(({ field, message }) => `${field.replace(/^body\./, '')} ${message}`);
  const more = errors.length > MAX_LISTED_ERRORS ? '; and more' : '';
  return new Problem(422, 'invalid_request', `The request is invalid: ${told.join('; ')}${more}.`, { errors });
}

/**
 * @param where the part of the request: path, query, header, body
 * @param sent the value of that part
 */
export function fieldProblems(where: string, found: readonly ErrorObject[], sent: unknown): FieldProblem[] {
  // Of a value that may be null, the other branch tells what is wrong.
  const causes = found.filter((error) => !BRANCHES.has(error.keyword) && !isNull(error));
  const isCause = new Set(causes);
  // `if`, `oneOf` and `anyOf` only report that a branch failed; the branch reports its own errors.
  const told = (error: ErrorObject) =>
    error.keyword !== 'if' &&
    (isCause.has(error) || !causes.some(({ instancePath }) => `${instancePath}/`.startsWith(`${error.instancePath}/`)));
  const errors: FieldProblem[] = [];
  for (const error of found) if (told(error)) errors.push({ field: fieldOf(where, error), message: messageOf(error, sent) });
  return errors;
}

const BRANCHES: ReadonlySet<string> = new Set(['if', 'oneOf', 'anyOf']);
const isNull = ({ keyword, params }: ErrorObject): boolean => keyword === 'type' && params.type === 'null';

function fieldOf(where: string, error: ErrorObject): string {
  const { missingProperty, additionalProperty } = error.params as { missingProperty?: string; additionalProperty?: string };
  const name = [where, ...stepsTo(error), missingProperty ?? additionalProperty].filter((step) => step !== undefined).join('.');
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
}

const stepsTo = ({ instancePath }: ErrorObject): string[] =>
  instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** What an error is about. */
function valueAt(sent: unknown, error: ErrorObject): unknown {
  let value = sent;
  for (const step of stepsTo(error))
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined;
  return value;
}

const formats: Record<string, string> = {
  name: 'visible characters only, without direction overrides',
  'name-lines': 'at most 10 lines of visible characters, without direction overrides',
  uuid: 'a lowercase UUID',
  'time-zone': 'a time zone, such as Europe/Berlin',
  'date-time': 'a time, such as 2026-11-20T21:14:07Z',
};

const types: Record<string, string> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

const typeNames = (type: unknown): string =>
  [type]
    .flat()
    .map((one) => types[String(one)] ?? String(one))
    .join(' or ');
const counted = (count: unknown, one: string): string => `${String(count)} ${one}${count === 1 ? '' : 's'}`;

function messageOf(error: ErrorObject, sent: unknown): string {
  const { keyword, params, message = 'is invalid' } = error;
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not supported';
    case 'false schema':
      return 'must be left out';
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'type':
      return `must be ${typeNames(params.type)}`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'minItems':
      return `must have at least ${counted(params.limit, 'item')}`;
    case 'maxItems':
      return `must have at most ${counted(params.limit, 'item')}`;
    case 'uniqueItems':
      return 'must not repeat an item';
    case 'minProperties':
      return `must have at least ${counted(params.limit, 'field')}`;
    case 'oneOf':
    case 'anyOf':
      return 'is invalid';
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'pattern':
      return params.pattern === '\\S' ? 'must not be blank' : 'has the wrong format';
    case 'format':
      if (params.format === 'email') return readEmail(String(valueAt(sent, error))).fault ?? 'must be an email address';
      return `must be ${formats[String(params.format)] ?? String(params.format)}`;
    default:
      return message;
  }
}
