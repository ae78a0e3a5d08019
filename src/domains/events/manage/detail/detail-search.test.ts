import { expect, test } from 'vitest';
import { parseDetailSearch } from './detail-search.ts';

test('the overview is the default tab', () => {
  for (const raw of [{}, { tab: 'overview' }, { tab: 'billing' }, { tab: 3 }]) expect(parseDetailSearch(raw)).toEqual({});
  expect(parseDetailSearch({ poster: true })).toEqual({ poster: true });
});

test('participant filters belong to the participants tab', () => {
  expect(parseDetailSearch({ tab: 'participants', q: ' ana ', role: 'viewer', poster: true })).toEqual({
    tab: 'participants',
    q: 'ana',
    role: 'viewer',
  });
  expect(parseDetailSearch({ tab: 'participants', q: 12, role: 'owner' })).toEqual({ tab: 'participants', q: '12' });
  expect(parseDetailSearch({ tab: 'settings', q: 'ana', role: 'viewer' })).toEqual({ tab: 'settings' });
});

test('only moderation has a view', () => {
  expect(parseDetailSearch({ tab: 'moderation', view: 'rejected' })).toEqual({ tab: 'moderation', view: 'rejected' });
  expect(parseDetailSearch({ view: 'rejected' })).toEqual({});
  const reported = { tab: 'moderation', view: 'reported', state: 'decided', cursor: 'abc' };
  expect(parseDetailSearch(reported)).toEqual(reported);
  expect(parseDetailSearch({ ...reported, view: 'rejected' })).toEqual({ tab: 'moderation', view: 'rejected' });
});
