import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actionSentences, failedSentences, statusSentences } from '#openapi/log-labels.ts';
import { actionLabel, actorName, changeSummary, entrySentence, organizationStepSentence } from './log-labels.ts';
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
  person_name: null,
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

const written = [...readFileSync('server/audit/actions.ts', 'utf8').matchAll(/'([a-z_.]+)'/g)].map(([, action = '']) => action);
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}/;
const aurora = { id: '0199aa00-0000-7000-8000-000000000201', name: 'Aurora Events' };

test('has a sentence for every action that the server records', () => {
  expect(written.length).toBeGreaterThan(100);
  expect(Object.keys(actionSentences)).toEqual(written);
  expect(written).toEqual(expect.arrayContaining([...Object.keys(statusSentences), ...Object.keys(failedSentences)]));
  expect(actionLabel('newer_thing.do_it')).toBe('Newer thing: do it');
});

const reads =
  /^(?:Permanently )?(?:Server error: |Background job failed: |(?:Was|Sent|Left|Took|Kept|Hit|Lost|Reset|Undid|Found|Withdrew|\w+ed) ?)/;

test.each(written)('%s is a sentence in the past tense that names its subject and shows no ID', (action) => {
  const names = { subject_name: 'Ana Silva', person_name: 'Ben Okafor', organization: aurora };
  const detail = { email: 'eva@example.org', emails: ['eva@example.org'], flag: 'manage_users' };
  for (const outcome of ['ok', 'failed'] as const) {
    const words = entrySentence(entry({ action, outcome, ...names, detail }));
    expect(words).toMatch(reads);
    expect(words).not.toMatch(UUID);
    expect(words).not.toMatch(/[{}|]/);
  }
  expect(actionLabel(action)).toMatch(reads);
  expect(actionLabel(action)).not.toMatch(/[{}|]/);
  const named = actionSentences[action]?.includes('{') ?? false;
  const says = entrySentence(entry({ action, ...names, detail, subject_type: action.startsWith('role.') ? 'role' : 'user' }));
  expect(says !== actionLabel(action)).toBe(named);
  const nameless = entrySentence(entry({ action, subject_name: null, organization: { ...aurora, name: null }, detail: { user_id: 'x' } }));
  expect(nameless).not.toMatch(UUID);
  expect(nameless).not.toMatch(/undefined|null/);
});

const member = { subject_type: 'member', organization: aurora };
test.each<[Partial<LogEntry>, string]>([
  [{}, 'Suspended Ana Silva'],
  [{ subject_name: null }, 'Suspended a deleted account'],
  [{ ...member, action: 'organization.change_member_status', detail: { to: 'suspended' } }, 'Suspended Ana Silva in Aurora Events'],
  [{ ...member, action: 'organization.change_member_status', detail: { to: 'active' } }, 'Reactivated Ana Silva in Aurora Events'],
  [{ ...member, action: 'organization.remove_member', subject_name: null }, 'Removed a former member from Aurora Events'],
  [
    { ...member, action: 'organization.add_member', person_name: 'Ben Okafor', detail: { user_id: 'b', role: 'member' } },
    'Added Ben Okafor to Aurora Events',
  ],
  [
    { subject_type: 'invitation', subject_name: null, action: 'organization.invite', organization: aurora, detail: { email: 'eva@x.org' } },
    'Invited eva@x.org to Aurora Events',
  ],
  [
    { subject_type: 'event', subject_name: 'Harbour Gala', action: 'event.invite', detail: { emails: ['a@x.org', 'b@x.org', 'c@x.org'] } },
    'Invited a@x.org and 2 more to Harbour Gala',
  ],
  [
    { subject_type: 'event', subject_name: 'Harbour Gala', action: 'event.remove_participant', detail: { user_id: 'gone' } },
    'Removed a deleted account from Harbour Gala',
  ],
  [
    { subject_type: 'event', subject_name: 'Harbour Gala', action: 'event.update', detail: { changed: ['name'] } },
    'Changed the event Harbour Gala',
  ],
  [
    {
      subject_type: 'event',
      subject_name: 'Harbour Gala',
      action: 'event.update',
      detail: { changed: ['status'], status: { from: 'draft', to: 'live' } },
    },
    'Started the event Harbour Gala',
  ],
  [{ subject_type: 'event', subject_name: null, action: 'event.restore' }, 'Restored a deleted event'],
  [
    { subject_type: 'event', subject_name: null, action: 'event.purge', detail: { name: 'Harbour Gala' } },
    'Permanently deleted the event Harbour Gala',
  ],
  [{ subject_type: 'event', subject_name: null, action: 'event.purge' }, 'Permanently deleted an event'],
  [
    { subject_type: 'organization', subject_name: null, action: 'organization.purge', detail: { name: 'Aurora Events' } },
    'Permanently deleted the organization Aurora Events',
  ],
  [
    {
      subject_type: 'photo',
      subject_name: 'Harbour Gala',
      action: 'photo.take_down',
      person_name: 'Ben Okafor',
      detail: { reason: 'Rude.' },
    },
    'Took down a photo by Ben Okafor at Harbour Gala',
  ],
  [
    { subject_type: 'role', subject_id: 'admin', subject_name: null, action: 'role.grant', detail: { flag: 'manage_users' } },
    'Granted “Manage users” to Platform admin',
  ],
  [
    { subject_type: 'invoice', subject_name: 'INV-00012', action: 'billing.change_invoice', organization: aurora, detail: { to: 'paid' } },
    'Marked invoice INV-00012 of Aurora Events as paid',
  ],
  [
    { subject_type: 'request', subject_id: 'GET /api/v1/users', subject_name: null, action: 'permission.refused' },
    'Was denied GET /api/v1/users',
  ],
  [
    { subject_type: 'job', subject_id: 'sweep-uploads', subject_name: null, action: 'server.job_failed', outcome: 'failed' },
    'Background job failed: sweep uploads',
  ],
  [
    { action: 'session.login', outcome: 'failed', subject_id: null, subject_name: null, detail: { email: 'eva@x.org' } },
    'Failed to log in as eva@x.org',
  ],
  [{ action: 'account.change_password', outcome: 'failed' }, 'Failed to confirm a password change'],
  [
    { action: 'account.delete', actor: { id: '0199aa00-0000-7000-8000-000000000101', name: 'Deleted account', email: null } },
    'Deleted their account',
  ],
  [{ action: 'account.delete', subject_name: null }, 'Deleted an account'],
])('%o reads “%s”', (facts, words) => {
  expect(entrySentence(entry(facts))).toBe(words);
});

test('omits the name in the history of an organization', () => {
  expect(organizationStepSentence('withdraw_approval')).toBe('Withdrew the approval of this organization');
  expect(organizationStepSentence('approve')).toBe('Approved this organization');
});

test.each<[Partial<LogEntry>, string]>([
  [{ actor: { id: 'a', name: 'Ana Silva', email: 'ana@x.org' } }, 'Ana Silva'],
  [{ ip: '192.0.2.7' }, 'Not logged in'],
  [{}, 'System'],
])('the actor of %o is “%s”', (facts, words) => {
  expect(actorName(entry(facts))).toBe(words);
});

test.each<[Partial<LogEntry>, string | null]>([
  [{ action: 'role.revoke', detail: { flag: 'manage_organizations', people: 2 } }, null],
  [{ action: 'account.change_role', detail: { from: 'user', to: 'admin' } }, 'User → Platform admin'],
  [{ action: 'account.change_role', detail: { role: 'admin' } }, 'Platform admin'],
  [{ action: 'account.change_role', detail: null }, null],
  [{ action: 'organization.change_member_status', detail: { from: 'active', to: 'suspended' } }, null],
  [{ action: 'organization.change_member_permissions', detail: { from: null, to: { view_events: false } } }, 'View events: off'],
  [{ action: 'organization.change_member_permissions', detail: { from: { view_events: false }, to: {} } }, 'Same as their role'],
  [{ action: 'organization.update', detail: { changed: ['name', 'contact_email'] } }, 'Name, contact email'],
  [{ action: 'organization.change_settings', detail: { changed: ['primaryColor', 'watermarkText'] } }, 'Primary color, watermark text'],
  [{ action: 'organization.reject', detail: { reason: 'No address.' } }, 'Reason: No address.'],
  [{ action: 'event.update', detail: { changed: ['status'], status: { from: 'draft', to: 'live' } } }, null],
  [{ action: 'billing.set_plan', detail: { from: 'free', to: 'pro' } }, 'Free → Pro'],
  [{ action: 'account.change_email', detail: { from: 'a-b@x.org', to: 'c@x.org' } }, 'a-b@x.org → c@x.org'],
  [{ action: 'log.change_retention', subject_type: 'log', subject_id: null, detail: { from: 365, to: 90 } }, '365 → 90 days'],
  [
    { action: 'settings.change', subject_type: 'settings', subject_id: 'organization_defaults', detail: { from: {}, to: {} } },
    'Organization defaults',
  ],
])('the change of %o reads %s', (facts, words) => {
  expect(changeSummary(entry(facts))).toBe(words);
});
