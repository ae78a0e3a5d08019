import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { looksOf } from '#src/domains/generation/looks/looks.ts';
import { buildModel } from '#tests/support/factories/api.ts';
import { visitorStore } from './saved-visitor.ts';

const here = { account: 'olga', event: 'night' };
const [look] = looksOf([buildModel({ task: 'image-to-image' }, { source: 'required' })]);
const photo = new Blob(['photo'], { type: 'image/jpeg' });

afterEach(async () => {
  vi.useRealTimers();
  await visitorStore(here).end();
});

it('restores the photo, its upload id and the choice', async () => {
  const visitor = visitorStore(here);
  expect(await visitor.read()).toBeNull();
  await visitor.begin(photo);
  expect(await visitorStore(here).read()).toMatchObject({ sourceId: null, choice: null });
  await visitor.update({ choice: { look: look!, requestId: 'one' } });
  await visitor.update({ sourceId: 'source' });
  const found = await visitorStore(here).read();
  expect(found).toMatchObject({ sourceId: 'source', choice: { look, requestId: 'one' } });
  expect(found?.photo.type).toBe('image/jpeg');
});

it('replaces the previous visitor', async () => {
  const visitor = visitorStore(here);
  await visitor.begin(photo);
  await visitor.update({ sourceId: 'source', choice: { look: look!, requestId: 'one' } });
  await visitor.begin(new Blob(['another'], { type: 'image/png' }));
  expect(await visitor.read()).toMatchObject({ photo: { type: 'image/png' }, sourceId: null, choice: null });
  // A choice that arrives after the end is dropped.
  const over = visitor.end();
  await visitor.update({ sourceId: 'late' });
  await over;
  expect(await visitor.read()).toBeNull();
});

it('returns no photo of another booth, and none older than a day', async () => {
  await visitorStore(here).begin(photo);
  expect(await visitorStore({ ...here, event: 'another night' }).read()).toBeNull();
  expect(await visitorStore({ ...here, account: 'mika' }).read()).toBeNull();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 25 * 3600 * 1000);
  await visitorStore({ ...here, event: 'another night' }).read();
  vi.useRealTimers();
  expect(await visitorStore(here).read()).toBeNull();
});
