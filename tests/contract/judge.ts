// Checks that an answer complies with the contract: a declared status, a body of the declared shape, and for errors a code that the operation
// declares. Counts the checked answers.
import formats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import type { Answer } from '#tests/support/api.ts';
import { commonErrors, document, resolve, type Content, type Row } from '#tests/support/contract.ts';

// Optimizing generated code takes longer than it saves here.
const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
formats.default(ajv);
ajv.addFormat('name', true);
ajv.addFormat('name-lines', true);
const absolute = (schema: object) => JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"contract-')) as object;
// Each on its own, so that it is compiled once and not for each operation.
for (const [name, schema] of Object.entries(document.components.schemas)) ajv.addSchema(absolute(schema), `contract-${name}`);

/** Of each schema object: compiling takes longer than the call that is judged. */
const compiled = new Map<object, ValidateFunction>();

const problemSchema = { $ref: '#/components/schemas/Problem' };
const anything = {};

function validator(schema: object): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const made = ajv.compile(absolute(schema));
  compiled.set(schema, made);
  return made;
}

export interface ProblemBody {
  status: number;
  code: string;
  detail: string;
  errors?: { field: string; message: string }[];
  request_id: string;
}

let judged = 0;
export const judgedCount = (): number => judged;

/** As `expect`, a hundred times faster where nothing is wrong: thousands of answers are judged. */
function must(isRight: boolean, what: () => string): asserts isRight {
  if (!isRight) expect.fail(what());
}

/** Throws when the answer is not one that the contract allows. Returns the problem when it is one. */
export function judge(row: Row, answer: Answer, about: string): ProblemBody | null {
  judged += 1;
  const where = () => `${row.id} ${about} → ${answer.status} ${JSON.stringify(answer.body).slice(0, 400)}`;
  must(answer.status < 500, () => `never a server error: ${where()}`);
  const declared = row.operation.responses[String(answer.status)];
  if (declared && answer.status < 400) {
    judgeBody(resolve(declared).content, answer, where);
    return null;
  }
  if (row.operation['x-protocol'] === 'tus' && !isProblem(answer)) {
    // tus refuses by its own protocol, in words.
    must(answer.status >= 400, where);
    return null;
  }
  must(row.operation.responses.default !== undefined, () => `undeclared status: ${where()}`);
  must(isProblem(answer), () => `not a problem: ${where()}`);
  if (row.method === 'HEAD') return null; // a HEAD answer has only a status
  const check = validator(problemSchema);
  must(check(answer.body), () => `${where()} ${JSON.stringify(check.errors)}`);
  const problem = answer.body as ProblemBody;
  must(problem.status === answer.status, where);
  const allowed = row.operation['x-errors']?.[problem.code] ?? commonErrors[problem.code];
  must(allowed === answer.status, () => `a code that this operation does not declare with this status: ${where()}`);
  return problem;
}

const isProblem = (answer: Answer) => (answer.headers.get('content-type') ?? '').startsWith('application/problem+json');

function judgeBody(content: Content | undefined, answer: Answer, where: () => string): void {
  const type = (answer.headers.get('content-type') ?? '').split(';')[0]!;
  if (!content) {
    must(answer.body === '', () => `a body where none is declared: ${where()}`);
    return;
  }
  const family = `${type.split('/')[0]}/*`;
  must(type in content || family in content, () => `content type ${type}: ${where()}`);
  if (!type.includes('json')) return;
  const check = validator(content[type]?.schema ?? anything);
  must(check(answer.body), () => `${where()} ${JSON.stringify(check.errors)}`);
}
