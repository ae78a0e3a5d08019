import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { JoinPreview } from '#src/domains/events/joining/join-state.ts';
import { buildEvent } from '#tests/support/factories/api.ts';
import { joinPreviewQuery } from './queries.ts';
import { shareableCode } from './share-link.ts';

const open = buildEvent({ type: 'public', join_policy: 'code', join_code: null, relation: 'participant' });

/** A client with these previews cached. */
function phone(previews: Record<string, Partial<JoinPreview>>) {
  const client = new QueryClient();
  for (const [code, preview] of Object.entries(previews)) {
    client.setQueryData(joinPreviewQuery(code).queryKey, { event_id: open.id, is_personal: false, ...preview } as JoinPreview);
  }
  return client;
}

it('shareableCode returns the code of a public event if it is visible or was used to join', () => {
  expect(shareableCode(phone({}), { ...open, join_code: 'POSTER26' })).toBe('POSTER26');
  expect(shareableCode(phone({ OTHER111: { event_id: 'other' }, POSTER26: {} }), open)).toBe('POSTER26');
  expect(shareableCode(phone({}), open), 'no preview is cached').toBeNull();
});

it('shareableCode excludes personal invitations, private events and events closed to the code', () => {
  expect(shareableCode(phone({ MYINVITE: { is_personal: true } }), open)).toBeNull();
  const readable = { ...open, join_code: 'POSTER26' };
  expect(shareableCode(phone({}), { ...readable, type: 'private' })).toBeNull();
  for (const join_policy of ['invited', 'closed'] as const) expect(shareableCode(phone({}), { ...readable, join_policy })).toBeNull();
});
