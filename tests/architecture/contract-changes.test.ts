// What `tests/cluster/previous-contract.spec.ts` compares with.
import { describe, expect, test } from 'vitest';
import { breakingChanges, type ApiDocument } from '#tests/support/contract-changes.ts';

function base(person: object = {}, answer: object = {}) {
  return {
    paths: {
      '/people': {
        post: {
          operationId: 'addPerson',
          parameters: [{ name: 'dry', in: 'query', schema: { type: 'boolean' } }],
          requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Person' } } } },
          responses: { '201': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Answer' } } } } },
        },
      },
    },
    components: {
      schemas: {
        Person: {
          type: 'object',
          required: ['name'],
          additionalProperties: false,
          properties: {
            name: { type: 'string', maxLength: 100 },
            role: { type: 'string', enum: ['guest', 'staff'] },
            friends: { type: 'array', items: { $ref: '#/components/schemas/Person' } },
          },
          ...person,
        },
        Answer: {
          type: 'object',
          required: ['id', 'state'],
          properties: { id: { type: 'string' }, state: { type: 'string', enum: ['new', 'known'] }, note: { type: ['string', 'null'] } },
          ...answer,
        },
      },
    },
  } satisfies ApiDocument;
}
const changes = (person?: object, answer?: object) => breakingChanges(base(), base(person, answer));
const properties = base().components.schemas;
const { Person: person, Answer: answer } = properties;

describe('additions break nothing', () => {
  test.each([
    [{ properties: { ...person.properties, age: { type: 'integer' } } }, undefined],
    [{ properties: { ...person.properties, role: { type: 'string', enum: ['guest', 'staff', 'admin'] } } }, undefined],
    [{ properties: { ...person.properties, name: { type: ['string', 'null'], maxLength: 200 } } }, undefined],
    [{ required: [] }, undefined],
    [undefined, { properties: { ...answer.properties, at: { type: 'string' } }, required: ['id', 'state', 'at'] }],
    [undefined, { properties: { ...answer.properties, state: { type: 'string', enum: ['new'] } } }],
    [undefined, { properties: { ...answer.properties, note: { type: 'string' } } }],
  ])('%j %j', (changedPerson, changedAnswer) => {
    expect(changes(changedPerson, changedAnswer)).toEqual([]);
  });
});

describe('a client of the previous release would break', () => {
  test.each([
    [{ required: ['name', 'role'] }, undefined, /\.role: became required/],
    [{ properties: { name: person.properties } }, undefined, /\.role: removed/],
    [
      { properties: { ...person.properties, role: { type: 'string', enum: ['guest'] } } },
      undefined,
      /the value "staff" is new to the receiver/,
    ],
    [{ properties: { ...person.properties, name: { type: 'string', maxLength: 50 } } }, undefined, /maxLength became smaller/],
    [{ properties: { ...person.properties, name: { type: 'string', maxLength: 100, pattern: '^a' } } }, undefined, /pattern changed/],
    [{ properties: { ...person.properties, name: { type: 'integer' } } }, undefined, /string is new to the receiver/],
    [undefined, { required: ['id'] }, /\.state: may be missing/],
    [undefined, { properties: { id: { type: 'string' }, state: { type: 'string', enum: ['new', 'known'] } } }, /\.note: removed/],
    [
      undefined,
      { properties: { ...answer.properties, state: { type: 'string', enum: ['new', 'known', 'lost'] } } },
      /the value "lost" is new to the receiver/,
    ],
    [undefined, { properties: { ...answer.properties, id: { type: ['string', 'null'] } } }, /null is new to the receiver/],
  ])('%j %j', (changedPerson, changedAnswer, what) => {
    expect(changes(changedPerson, changedAnswer)).toContainEqual(expect.stringMatching(what));
  });

  test('without an operation, a status, a media type or an optional parameter', () => {
    const without = (change: (operation: Record<string, unknown>) => void) => {
      const document = structuredClone(base());
      change(document.paths['/people'].post);
      return breakingChanges(base(), document);
    };
    expect(breakingChanges(base(), { paths: {} })).toEqual(['POST /people: removed']);
    expect(without((operation) => (operation['responses'] = {}))).toEqual(['POST /people 201: removed']);
    expect(without((operation) => (operation['responses'] = { '201': { content: { 'text/plain': {} } } }))).toEqual([
      'POST /people 201: no longer application/json',
    ]);
    expect(without((operation) => (operation['parameters'] = []))).toEqual(['POST /people query.dry: removed']);
    expect(
      without((operation) => (operation['parameters'] = [{ name: 'dry', in: 'query', required: true, schema: { type: 'boolean' } }])),
    ).toEqual(['POST /people query.dry: became required']);
  });
});
