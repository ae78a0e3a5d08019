// Whether an answer is one that the contract allows: its status declared, its body of the declared shape, a problem with a code that
// this operation may use. Counts what it judged.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';
import type { Answer } from '#tests/support/api.ts';
import { commonErrors, document, resolve, type Content, type Row } from '#tests/support/contract.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addFormat('name', true);
ajv.addSchema({ $id: 'contract', components: document.components });

const compiled = new Map<object, ValidateFunction>();

function validator(schema: object): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const made = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/')) as object);
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

/** Throws when the answer is not one that the contract allows. Returns the problem when it is one. */
export function judge(row: Row, answer: Answer, about: string): ProblemBody | null {
  judged += 1;
  const where = `${row.id} ${about} → ${answer.status} ${JSON.stringify(answer.body).slice(0, 400)}`;
  expect(answer.status, `never a server error: ${where}`).toBeLessThan(500);
  const declared = row.operation.responses[String(answer.status)];
  if (declared && answer.status < 400) {
    judgeBody(resolve(declared).content, answer, where);
    return null;
  }
  if (row.operation['x-protocol'] === 'tus' && !isProblem(answer)) {
    // tus refuses by its own protocol, in words.
    expect(answer.status, where).toBeGreaterThanOrEqual(400);
    return null;
  }
  expect(row.operation.responses.default, `undeclared status: ${where}`).toBeDefined();
  expect(isProblem(answer), `not a problem: ${where}`).toBe(true);
  if (row.method === 'HEAD') return null; // the status is all that HEAD may tell
  const check = validator({ $ref: '#/components/schemas/Problem' });
  expect(check(answer.body), `${where} ${JSON.stringify(check.errors)}`).toBe(true);
  const problem = answer.body as ProblemBody;
  expect(problem.status, where).toBe(answer.status);
  const allowed = { ...commonErrors, ...row.operation['x-errors'] };
  expect(allowed[problem.code], `a code that this operation does not declare with this status: ${where}`).toBe(answer.status);
  return problem;
}

const isProblem = (answer: Answer) => (answer.headers.get('content-type') ?? '').startsWith('application/problem+json');

function judgeBody(content: Content | undefined, answer: Answer, where: string): void {
  const type = (answer.headers.get('content-type') ?? '').split(';')[0]!;
  if (!content) {
    expect(answer.body, `a body where none is declared: ${where}`).toBe('');
    return;
  }
  const family = `${type.split('/')[0]}/*`;
  expect(Object.keys(content), `content type ${type}: ${where}`).toContain(type in content ? type : family);
  if (!type.includes('json')) return;
  const check = validator(content[type]?.schema ?? {});
  expect(check(answer.body), `${where} ${JSON.stringify(check.errors)}`).toBe(true);
}
