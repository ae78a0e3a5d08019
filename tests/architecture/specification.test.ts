// The given requirements (docs/product.md, A. Given), row by row, with the test that proves each. Fails for a row whose test is renamed or deleted.
import { describe, expect, test } from 'vitest';
import { rows } from '#tests/support/contract.ts';
import { routeTable } from '#tests/support/routes.ts';
import { readSource, sources } from '#tests/support/source.ts';

/** A layout's own address, and those below it. */
const children = (of: string, names: string) => [of, ...names.split(' ').map((name) => `${of}/${name}`)];

/** Each is visited by tests/e2e/accessibility.spec.ts as every role that may enter, and by tests/architecture/routes.test.ts for its guard. */
const givenRoutes = [
  '/ /login /register /pending-approval /unauthorized /error-test /fullscreen-image-generation /event/$id /event/$id/gallery'.split(' '),
  children('/organization', 'generate-image events events/$id staff settings profile billing image-gallery'),
  children('/dashboard', 'generate gallery profile settings events-overview model-library tutorials feedback-support'),
  children(
    '/super-admin',
    'users models analytics event-management system-logs billing-subscription notifications permissions profile settings',
  ),
].flat();

/** Each is called as every role, rightly and wrongly, by tests/contract/operations.test.ts. */
const givenCalls = `
POST /api/v1/auth/register
POST /api/v1/auth/login
POST /api/v1/auth/refresh
POST /api/v1/auth/logout
GET /api/v1/organizations
GET /api/v1/organizations/{id}
GET /api/v1/organizations/user/{userId}
GET /api/v1/organizations/owned
POST /api/v1/organizations
PUT /api/v1/organizations/{id}
DELETE /api/v1/organizations/{id}
POST /api/v1/organizations/{id}/members
GET /api/v1/organizations/{id}/members
PUT /api/v1/organizations/{id}/members/{memberId}
PUT /api/v1/organizations/{id}/members/{memberId}/permissions
DELETE /api/v1/organizations/{id}/members/{memberId}
POST /api/v1/organizations/{id}/members/invite
GET /api/v1/event/organization/{orgId}
GET /api/v1/event/{id}
POST /api/v1/event
PUT /api/v1/event/{id}
DELETE /api/v1/event/{id}
GET /api/v1/event/{id}/participants
GET /organization_settings/{orgId}
PUT /organization_settings/{orgId}
POST /organization_settings/{orgId}/avatar`
  .trim()
  .split('\n');

/** The requirement, the file of its test, and words of that test. */
const shown: [row: string, file: string, words: string][] = [
  [
    'Routes and menus: the intended full path is the return target',
    'tests/e2e/accounts.spec.ts',
    'ends at the full path of the original link',
  ],
  [
    'Routes and menus: a failed permission check leads to /unauthorized',
    'tests/e2e/accounts.spec.ts',
    'a user without access to any event is led to /unauthorized',
  ],
  ['Routes and menus: /error-test leads to /', 'tests/e2e/accounts.spec.ts', 'the one that only leads home'],
  [
    'Routes and menus: the sidebar: menus, titles, role line, email, logout, toggle, width 64',
    'tests/e2e/sidebar.spec.ts',
    'the sidebar of ${email}',
  ],
  ['Routes and menus: the sidebar: width 20 on a phone', 'tests/e2e/sidebar.spec.ts', 'on a phone the sidebar is 20 units wide'],
  [
    'Routes and menus: the sidebar: hidden from strangers',
    'src/shell/sidebar-visibility.test.tsx',
    'is hidden from visitors who are not signed in',
  ],
  [
    'Routes and menus: the sidebar: hidden while pending',
    'src/shell/sidebar-visibility.test.tsx',
    'is not there for the admin of an organization that waits',
  ],
  [
    'Routes and menus: the sidebar: Pending Approval notice',
    'src/shell/sidebar/menus.test.ts',
    'shows that the organization is waiting for approval',
  ],
  ['Routes and menus: the sidebar: the Role line', 'src/shell/sidebar/menus.test.ts', 'names the role only in an organization'],
  [
    'Records and states: where a sign-in and a registration lead',
    'src/session/guards.test.ts',
    'after signing in or registering, %s goes to %s',
  ],
  ['Records and states: a pending organization sees its waiting screen only', 'tests/e2e/accounts.spec.ts', 'a new organization waits'],
  ['Records and states: a logout clears the data of the person', 'tests/e2e/accounts.spec.ts', 'logging out deletes the user’s data'],
  ['Records and states: toasts: 3000 ms', 'src/ui/toast.test.tsx', 'stays for 3000 ms'],
  ['Records and states: toasts: wait while hovered', 'src/ui/toast.test.tsx', 'waits while the pointer is over it'],
  ['Records and states: toasts: go by a click', 'src/ui/toast.test.tsx', 'closes when it is clicked'],
  ["Calls and errors: 'No organization selected'", 'src/domains/events/manage/selection.test.ts', "'No organization selected'"],
  [
    "Calls and errors: 'No organization or event selected'",
    'src/domains/events/manage/selection.test.ts',
    "'No organization or event selected'",
  ],
  [
    'Calls and errors: both, on the shelf',
    'src/domains/generation/library/library-selection.test.tsx',
    "'No organization or event selected'",
  ],
  ["Calls and errors: 'Event not found'", 'src/domains/events/manage/selection.test.ts', "'Event not found'"],
  ['Calls and errors: the avatar is sent as a single file', 'tests/contract/avatar.test.ts', 'the avatar'],
  [
    'Roles and permission flags: new members are members',
    'server/organizations/operations/members.test.ts',
    "role: 'member', status: 'invited'",
  ],
  [
    'Calls and errors: a 401 renews once, waits 300 ms and repeats',
    'src/transport/fetch.test.ts',
    'followed by one renewal, a pause of 300 ms and one retry',
  ],
  ['Calls and errors: a rejected renewal signs out', 'src/transport/fetch.test.ts', 'whose renewal is refused signs out'],
  [
    'Calls and errors: a renewal asked for while one runs is false',
    'src/session/actions.test.ts',
    'while one is in progress answers false at once',
  ],
  ['Calls and errors: registration: the detail', 'src/domains/accounts/register-form.test.tsx', "the server's own sentence"],
  ['Calls and errors: registration: the message', 'src/domains/accounts/register-form.test.tsx', 'the general sentence'],
  [
    "Calls and errors: registration: 'Failed to register'",
    'src/domains/accounts/register-form.test.tsx',
    '"Failed to register", when there is neither',
  ],
  ['Constants: requests end after 30,000 ms', 'src/transport/failed-calls.test.ts', 'given up after 30,000 ms, not before'],
];

describe('the given requirements', () => {
  test('every route is there', () => {
    const there = routeTable.map(({ path }) => path);
    expect(givenRoutes.filter((route) => !there.includes(route))).toEqual([]);
  });

  test('every call is in the contract', () => {
    const parameter = /\{\w+\}/g;
    const form = (call: string) => call.replaceAll(parameter, '{}');
    const there = rows.map(({ method, path }) => form(`${method.toUpperCase()} ${path}`));
    expect(givenCalls).toHaveLength(26);
    expect(givenCalls.filter((call) => !there.includes(form(call)))).toEqual([]);
  });

  test.each(shown)('%s', (_row, file, words) => {
    expect(sources(/\.(test|spec)\.tsx?$/), file).toContain(file);
    expect(readSource(file)).toContain(words);
  });
});
