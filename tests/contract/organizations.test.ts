import { beforeAll, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { demoOrganizationIds } from '#server/seed/ids.ts';
import { registerPerson, signIn } from '#tests/support/api.ts';
import { base } from './fixture.ts';

type Page = components['schemas']['OrganizationPage'];
const OWNED = '/api/v1/organizations/owned';

let owned: (email: string) => Promise<string[]>;
beforeAll(() => {
  owned = async (email) => {
    const answer = await (await signIn(base, email)).call<Page>('GET', OWNED);
    expect(answer.status).toBe(200);
    return answer.body.items.map(({ id }) => id);
  };
});

test('"owned" is no ID: it lists the organizations that the caller administers, including pending ones, and no others', async () => {
  expect(await owned('owner@demo.test')).toEqual([demoOrganizationIds.aurora]);
  expect(await owned('pending@demo.test')).toEqual([demoOrganizationIds.borealis]);
  for (const email of ['member@demo.test', 'user@demo.test', 'super@demo.test']) expect(await owned(email), email).toEqual([]);
});

test('its pages end where there is no more', async () => {
  const person = await registerPerson(base, { organization: 'One of One' });
  const { body } = await person.call<Page>('GET', `${OWNED}?limit=1`);
  expect(body).toMatchObject({ items: [{ name: 'One of One', status: 'pending' }], next_cursor: null });
});
