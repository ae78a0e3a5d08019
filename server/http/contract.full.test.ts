import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { OperationId } from '#openapi/operations.ts';
import { contractFile, loadContract } from '#server/http/contract.ts';
import { Problem } from '#server/http/problem.ts';

/** Every value of this name, at any depth. */
function* named(name: string, within: unknown): Generator {
  if (typeof within !== 'object' || within === null) return;
  for (const [key, value] of Object.entries(within)) {
    if (key === name) yield value;
    yield* named(name, value);
  }
}

test('the schemas of the contract are sound, and every check can be made of them', { timeout: 60_000 }, async () => {
  const document = JSON.parse(await readFile(contractFile, 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: OperationId; responses?: object }>>;
    components: { schemas: Record<string, object> };
  };
  const ajv = new Ajv2020({ strict: false });
  const schemas = [...Object.values(document.components.schemas), ...named('schema', document)] as object[];
  expect(schemas.length).toBeGreaterThan(100);
  expect(schemas.filter((schema) => !ajv.validateSchema(schema))).toEqual([]);

  // A server makes each when it is first needed: here all are.
  const operations = new Map((await loadContract()).map((operation) => [operation.id, operation]));
  for (const { operationId: id, responses = {} } of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    if (id === undefined) continue;
    const operation = operations.get(id);
    if (!operation) throw new Error(`${id} is not in the contract`);
    const { read, stringify, check } = operation;
    try {
      read({ params: {}, query: {}, headers: {}, body: null });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
    for (const status of Object.keys(responses).map(Number).filter(Boolean)) {
      stringify(status);
      expect(() => check(status, { json: '"no such answer"', contentType: 'no/type' })).toThrow(id);
    }
  }
});
