import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actionNames } from './action-words.ts';
import { actionWords, changeWords, subjectWords } from './log-words.ts';
import type { LogEntry } from './queries.ts';

const entry = (facts: Partial<LogEntry>): LogEntry => ({
  id: 1,
  at: '2026-11-23T12:00:00.000Z',
  action: 'account.suspend',
  outcome: 'ok',
  actor: null,
  subject_type: 'user',
  subject_id: '0199aa00-0000-7000-8000-000000000101',
  subject_name: 'Ana Silva',
  organization: null,
  ip: null,
  request_id: null,
  detail: null,
  count: 1,
  last_at: null,
  is_erased: false,
  is_sealed: false,
  ...facts,
});

test('every action that the server writes has words', () => {
  const written = [...readFileSync('server/audit/actions.ts', 'utf8').matchAll(/'([a-z_.]+)'/g)].map(([, action]) => action);
  expect(written.length).toBeGreaterThan(100);
  expect(Object.keys(actionNames)).toEqual(written);
  expect(actionWords('newer_thing.do_it')).toBe('Newer thing: do it');
});

test.each<[Partial<LogEntry>, string | null]>([
  [{}, 'Ana Silva'],
  [{ subject_name: null }, 'Account 0199aa00-0000-7000-8000-000000000101'],
  [{ subject_type: 'photo', subject_name: 'Harbour Gala' }, 'Photo of Harbour Gala'],
  [{ subject_type: 'role', subject_id: 'admin', subject_name: null }, 'Platform admin'],
  [{ subject_type: 'request', subject_id: 'GET /api/v1/users', subject_name: null }, 'GET /api/v1/users'],
  [{ subject_type: 'log', subject_id: null, subject_name: null }, null],
])('the subject of %o is named', (facts, words) => {
  expect(subjectWords(entry(facts))).toBe(words);
});

test.each<[Partial<LogEntry>, string | null]>([
  [{ action: 'role.revoke', detail: { flag: 'manage_organizations', people: 2 } }, 'Manage organizations'],
  [{ action: 'account.change_role', detail: { from: 'user', to: 'admin' } }, 'User → Platform admin'],
  [{ action: 'account.change_role', detail: { role: 'admin' } }, 'Platform admin'],
  [{ action: 'account.change_role', detail: null }, null],
  [{ detail: { to: 'admin' } }, null],
])('the change of %o is told', (facts, words) => {
  expect(changeWords(entry(facts))).toBe(words);
});
