import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '#src/shell/query-client.ts';
import { json } from '#tests/support/outbox-server.ts';
import { LocalModels } from './local-models.tsx';
import { describeDuration, type LocalModel, type LocalModelList, statusOf } from './local-queries.ts';

type Installation = NonNullable<LocalModel['installation']>;

const model = (changes: Partial<LocalModel> = {}): LocalModel => ({
  name: 'sdxs',
  title: 'SDXS',
  description: 'Draws from words.',
  homepage: null,
  license: { name: 'RAIL', url: 'https://example.org/rail', summary: null, text: null },
  revision: 'abc',
  bytes: 1e9,
  memory_bytes: 3e9,
  seconds: 12.4,
  misfit: null,
  is_recommended: false,
  manifest_sha256: 'a'.repeat(64),
  waiting: 0,
  installation: null,
  ...changes,
});
const machineOf = (changes: Partial<Installation['machines'][number]> = {}): Installation['machines'][number] => ({
  host: 'photos-1',
  status: 'installed',
  bytes: 1e9,
  message: null,
  changed_at: '2026-12-12T18:00:00.000Z',
  ...changes,
});
const installation = (...machines: Installation['machines']): Installation => ({
  source: { kind: 'catalog', address: null },
  manifest_sha256: 'a'.repeat(64),
  accepted_by: 'Sam Super',
  accepted_at: '2026-12-12T18:00:00.000Z',
  machines,
});

const sent: { method: string; url: string; body: unknown }[] = [];
function show(...items: LocalModel[]) {
  const list: LocalModelList = { machine: { name: 'photos-1', threads: 8, memory_bytes: 16e9, free_bytes: 80e9 }, folders: [], items };
  vi.stubGlobal('fetch', async (request: Request) => {
    const body: unknown = request.method === 'PUT' ? await request.json() : null;
    sent.push({ method: request.method, url: new URL(request.url).pathname, body });
    return json(200, request.method === 'GET' ? list : request.method === 'DELETE' ? { failed_generations: 2 } : items[0]);
  });
  render(
    <QueryClientProvider client={queryClient}>
      <LocalModels />
    </QueryClientProvider>,
  );
}
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
  sent.length = 0;
});

test('what a model needs is said before it is installed, and why one can’t be', async () => {
  show(model({ is_recommended: true }), model({ name: 'big', title: 'Big', misfit: 'This model needs 32 GB of memory.' }));
  const [fitting, unfit] = await screen.findAllByRole('listitem');
  expect(screen.getByText(/photos-1: 8 threads, 16 GB of memory, 80 GB of free space/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Install from a mirror' }), 'there is no folder').toBeDefined();
  expect(fitting?.textContent).toContain('1 GB to download · 3 GB of memory · about 12 s per image · License: RAIL');
  expect(within(fitting!).getByText('Recommended')).toBeDefined();
  expect(unfit?.textContent).toContain('This model needs 32 GB of memory.');
  expect(within(unfit!).getByRole('button', { name: 'Install' }).getAttribute('aria-disabled')).toBe('true');
});

test('a model whose files no release knows can’t be downloaded, and offers what can be done instead', async () => {
  show(model({ name: 'sd-turbo', title: 'SD-Turbo', manifest_sha256: null }));
  const [card] = await screen.findAllByRole('listitem');
  const install = within(card!).getByRole('button', { name: /^Install$/ });
  expect(install.getAttribute('aria-disabled')).toBe('true');
  expect(card?.textContent).toContain('it can’t be downloaded with one click');
  fireEvent.click(install);
  expect(screen.queryByRole('dialog')).toBeNull();
  const other = within(card!).getByRole('button', { name: 'Use a mirror' });
  expect(other.getAttribute('aria-disabled')).toBeNull();
  fireEvent.click(other);
  const dialog = await screen.findByRole('dialog', { name: 'Install SD-Turbo' });
  expect(within(dialog).getByLabelText('Address of the mirror')).toBeDefined();
});

test('a failed installation is tried again with the accepted manifest', async () => {
  show(model({ installation: installation(machineOf({ status: 'failed', message: 'The disk is full.' })) }));
  const [card] = await screen.findAllByRole('listitem');
  expect(card?.textContent).toContain('The disk is full.');
  fireEvent.click(within(card!).getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(sent.some(({ method }) => method === 'PUT')).toBe(true));
  expect(sent.find(({ method }) => method === 'PUT')).toEqual({
    method: 'PUT',
    url: '/api/v1/platform/local-models/sdxs',
    body: { source: { kind: 'catalog', address: null }, manifest_sha256: 'a'.repeat(64), license_accepted: true },
  });
});

test('a removal says which generations it fails', async () => {
  show(model({ waiting: 2, installation: installation(machineOf()) }));
  const [card] = await screen.findAllByRole('listitem');
  fireEvent.click(within(card!).getByRole('button', { name: 'Remove' }));
  const question = await screen.findByRole('dialog', { name: 'Remove SDXS?' });
  expect(question.textContent).toContain('2 generations that wait for it will fail, without a cost.');
  fireEvent.click(within(question).getByRole('button', { name: 'Remove' }));
  await vi.waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true));
});

test('the state of several servers is that of the one that is furthest behind', () => {
  const of = (...machines: Installation['machines']) => statusOf(model({ installation: installation(...machines) }));
  expect(statusOf(model())).toBe('available');
  expect(statusOf(model({ misfit: 'No.' }))).toBe('unfit');
  expect(of()).toBe('installing');
  expect(of(machineOf())).toBe('installed');
  expect(of(machineOf(), machineOf({ status: 'installing' }))).toBe('installing');
  expect(of(machineOf(), machineOf({ status: 'failed' }))).toBe('failed');
});

test('durations are estimates', () => {
  expect([0.4, 12.4, 89, 300].map(describeDuration)).toEqual([
    'less than a second per image',
    'about 12 s per image',
    'about 89 s per image',
    'about 5 min per image',
  ]);
});
