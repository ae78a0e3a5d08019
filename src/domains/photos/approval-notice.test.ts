import { afterEach, beforeEach, expect, it } from 'vitest';
import { publish } from '#src/outbox/messages.ts';
import { toast, toastStore } from '#src/ui/toast.ts';
import { buildPhoto } from '#tests/support/factories/api.ts';
import { startApprovalNotice } from './approval-notice.ts';

let stop: () => void;
beforeEach(() => {
  stop = startApprovalNotice();
});
afterEach(() => {
  stop();
  localStorage.clear();
  for (const item of toastStore.read()) toast.dismiss(item.id);
});

const delivered = (event_id: string, status: 'pending' | 'approved') =>
  publish({ type: 'delivered', photo: { ...buildPhoto(), event_id, status } });
const told = () =>
  toastStore
    .read()
    .filter(({ open }) => open)
    .map(({ message, detail }) => `${message}: ${detail}`);

it('explains the approval once per event, when the first pending photo is stored', () => {
  delivered('e1', 'approved');
  expect(told()).toEqual([]);
  delivered('e1', 'pending');
  delivered('e1', 'pending');
  expect(told()).toEqual(['Photos need approval: They appear in the gallery after the organizer approves them.']);
});

it('explains it again for another event, but not after a reload', () => {
  delivered('e1', 'pending');
  stop();
  stop = startApprovalNotice();
  delivered('e1', 'pending');
  expect(told()).toHaveLength(1);
  delivered('e2', 'pending');
  expect(told()).toHaveLength(2);
});
