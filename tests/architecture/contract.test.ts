import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { bodyLimitOf, commonErrors, document, resolve, rows } from '#tests/support/contract.ts';
import { bodySchemaOf, largestBody, rowsWithBody } from '#tests/support/hostile-bodies.ts';
import { readSource, sources } from '#tests/support/source.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addFormat('name', true);
ajv.addFormat('name-lines', true);
ajv.addFormat('time-zone', true);
ajv.addSchema({ $id: 'contract', components: document.components });
const validate = (schema: object, value: unknown) => {
  const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/')) as object);
  return check(value) ? [] : check.errors;
};

describe('the contract', () => {
  test.each(rows)('$id has a policy, error codes that contradict no common one, and examples that are true', ({ operation }) => {
    expect(operation['x-policy']).toMatch(/^(public|signed-in|[a-z]+\.can[A-Z][A-Za-z]+)$/);
    const own = Object.entries(operation['x-errors'] ?? {});
    expect(own.filter(([code, status]) => (commonErrors[code] ?? status) !== status)).toEqual([]);
    const answers = Object.values(operation.responses).map(resolve);
    expect(answers.length).toBeGreaterThan(0);
    for (const { content } of [...answers, ...(operation.requestBody ? [operation.requestBody] : [])]) {
      for (const [type, media] of Object.entries(content ?? {})) {
        if (!type.includes('json') || !media.schema) continue;
        expect(media.example, `${operation.operationId} ${type} has no example`).toBeDefined();
        expect(validate(media.schema, media.example)).toEqual([]);
      }
    }
  });

  test.each(rowsWithBody)('$id takes bodies of a size that has an end, and every good one', (row) => {
    const largest = largestBody(bodySchemaOf(row));
    expect(largest, 'a list without maxItems, a text without maxLength, or an object that takes any member').toBeLessThan(Infinity);
    const limit = bodyLimitOf(row);
    expect(limit, 'the largest valid body is too large: add `x-body-limit`').toBeGreaterThanOrEqual(largest);
    expect(limit, 'far more than the largest good body').toBeLessThanOrEqual(Math.max(16 * 1024, 4 * largest));
  });

  test('and the server know the same error codes', () => {
    const declared = new Map(rows.flatMap(({ operation }) => Object.entries(operation['x-errors'] ?? {})));
    const known = new Map([...declared, ...Object.entries(commonErrors)]);
    // `new Problem(status, 'code', …)`, also when the formatter broke the line.
    const used = sources(/^server\/.*\.ts$/)
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) =>
        [...readSource(file).matchAll(/new Problem\(\s*(\d{3}),\s*'(\w+)'/g)].map((match) => ({
          file,
          status: Number(match[1]),
          code: match[2]!,
        })),
      );
    const unknown = used
      .filter(({ code, status }) => status < 500 && known.get(code) !== status)
      .map(({ file, code, status }) => `${file}: ${status} ${code}`);
    expect(unknown, 'used by the server, not in the contract with this status').toEqual([]);
    const all = sources(/^server\/.*\.ts$/)
      .map(readSource)
      .join('\n');
    expect(
      [...declared.keys()].filter((code) => !all.includes(`'${code}'`)),
      'in the contract, never used by the server',
    ).toEqual([]);
  });
});
