import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '#src/shell/query-client.ts';
import { reportReachable } from '#src/transport/reachability.ts';
import { toast } from '#src/ui/toast.ts';
import { API_HEADERS, json } from '#tests/support/outbox-server.ts';
import { describeKey } from './provider-key.tsx';
import { Providers } from './providers.tsx';
import type { KeyTest, ModelProvider, ProviderKey } from './queries.ts';

const health = {
  succeeded: 0,
  failed: 0,
  last_succeeded_at: null,
  last_failed_at: null,
  last_error: null,
  last_error_code: null,
  median_ms: null,
  p95_ms: null,
};
const keyOf = (changes: Partial<ProviderKey> = {}): ProviderKey => ({
  source: 'none',
  ending: null,
  version: null,
  set_by: null,
  set_at: null,
  variable: 'OPENAI_API_KEY',
  is_in_environment: false,
  can_test: true,
  unused: null,
  ...changes,
});
const ownKey = (changes: Partial<ProviderKey> = {}) =>
  keyOf({
    source: 'app',
    ending: 'a1B2',
    version: '0199aa00-0000-7000-8000-000000000a01',
    set_by: 'Sam Super',
    set_at: '2026-12-12T18:00:00.000Z',
    ...changes,
  });
const waiting = (test: KeyTest, ending = 'a1B2'): NonNullable<ProviderKey['unused']> => ({
  ending,
  version: '0199aa00-0000-7000-8000-000000000b02',
  set_by: 'Sam Super',
  set_at: '2026-12-12T18:00:00.000Z',
  test,
  tested_at: '2026-12-12T18:00:00.000Z',
});
const provider = (key: ProviderKey | null, changes: Partial<ModelProvider> = {}): ModelProvider => ({
  id: 'openai',
  name: 'OpenAI',
  is_set_up: key !== null && key.source !== 'none',
  models: 2,
  health,
  key,
  ...changes,
});

interface Sent {
  line: string;
  body: unknown;
  ifMatch: string | null;
}
const sent: Sent[] = [];
const toasted = () => vi.spyOn(toast, 'success');
/** @param answers by `METHOD /path`, each used for all such calls */
function show(shown: ModelProvider, answers: { saved?: ProviderKey; test?: KeyTest; refusal?: Response } = {}) {
  vi.stubGlobal('fetch', async (request: Request) => {
    const line = `${request.method} ${new URL(request.url).pathname}`;
    const body: unknown = request.method === 'PUT' ? await request.json() : null;
    sent.push({ line, body, ifMatch: request.headers.get('if-match') });
    if (request.method === 'PUT') return answers.refusal ?? json(200, answers.saved ?? ownKey());
    if (line.endsWith('/use')) return json(200, ownKey());
    if (request.method === 'POST') return json(200, answers.test ?? { result: 'accepted', message: 'OpenAI accepts this key.' });
    return json(200, keyOf());
  });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <Providers providers={[shown]} />
    </QueryClientProvider>,
  );
  /** What the refetched list has. */
  const become = (next: ModelProvider) =>
    view.rerender(
      <QueryClientProvider client={queryClient}>
        <Providers providers={[next]} />
      </QueryClientProvider>,
    );
  return { become };
}
const path = '/api/v1/platform/generation-providers/openai/key';
const lines = () => sent.map(({ line }) => line);
const open = (name = 'Details of OpenAI') => userEvent.click(screen.getByRole('button', { name }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

afterEach(() => {
  cleanup();
  reportReachable(true);
  queryClient.clear();
  vi.unstubAllGlobals();
  sent.length = 0;
  vi.restoreAllMocks();
});

test('a provider without a key has the field for it; what is pasted is saved without spaces around it, and tested', async () => {
  const said = toasted();
  const { become } = show(provider(keyOf()));
  expect(screen.getByText('Needs a key')).toBeDefined();
  expect(screen.queryByRole('textbox'), 'folded to one row').toBeNull();
  expect(screen.queryByLabelText('OpenAI API key')).toBeNull();
  await open('Add key of OpenAI');
  const field = screen.getByLabelText<HTMLInputElement>('OpenAI API key');
  expect(field.type).toBe('password');
  await userEvent.type(field, '  sk-0123456789-a1B2 ');
  await press('Add key');
  expect(await screen.findByText('OpenAI accepts this key.')).toBeDefined();
  expect(sent.map(({ line, body }) => ({ line, body }))).toEqual([{ line: `PUT ${path}`, body: { key: 'sk-0123456789-a1B2' } }]);
  become(provider(ownKey()));
  expect(screen.getByText(/The key that ends with a1B2, set by Sam Super on/)).toBeDefined();
  expect(document.body.innerHTML).not.toContain('sk-0123456789');
  // Undo removes this key, and no other.
  expect(said).toHaveBeenCalledWith('Key of OpenAI saved', { action: { label: 'Undo', onClick: expect.any(Function) as unknown } });
  said.mock.lastCall?.[1]?.action?.onClick();
  await vi.waitFor(() => expect(lines()).toContain(`DELETE ${path}`));
  expect(sent.at(-1)?.ifMatch).toBe('"0199aa00-0000-7000-8000-000000000a01"');
});

test('where nothing is free, the key is kept, not in use, until somebody says so', async () => {
  const said = toasted();
  const fal = { id: 'fal', name: 'fal' };
  const key = keyOf({ variable: 'FAL_KEY', can_test: false });
  const unused = waiting({ result: 'untested', message: 'fal has no free way to test a key.' });
  const { become } = show(provider(key, fal), { saved: keyOf({ can_test: false, unused }) });
  await open('Add key of fal');
  await userEvent.type(screen.getByLabelText('fal API key'), 'id:0123456789abcdef');
  await press('Add key');
  become(provider(keyOf({ can_test: false, unused }), fal));
  expect(await screen.findByText(/set by Sam Super on .+\. Not in use: fal has no free way to test a key\.$/)).toBeDefined();
  expect(said).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Test again' })).toBeNull();
  await press('Use anyway');
  await vi.waitFor(() => expect(said).toHaveBeenCalledWith('Key of fal is in use'));
  expect(sent.at(-1)).toEqual({
    line: 'POST /api/v1/platform/generation-providers/fal/key/use',
    body: null,
    ifMatch: '"0199aa00-0000-7000-8000-000000000b02"',
  });
});

test('a key that failed its test is not called ready: it says why, and is tested again, used after a question, or discarded', async () => {
  const message = 'This server can’t reach api.openai.com.';
  const { become } = show(provider(keyOf({ unused: waiting({ result: 'failed', message }) })), {
    test: { result: 'failed', message },
  });
  expect(screen.getByText('Not in use')).toBeDefined();
  expect(screen.queryByText('Ready')).toBeNull();
  expect(screen.getByText(/Not in use: the test failed: This server can’t reach api\.openai\.com\.$/)).toBeDefined();
  await press('Test again');
  await vi.waitFor(() => expect(lines()).toEqual([`POST ${path}/test`]));
  become(provider(keyOf({ unused: waiting({ result: 'refused', message: 'OpenAI doesn’t accept this key.' }) })));
  await press('Use anyway');
  const question = await screen.findByRole('dialog', { name: 'Use a key that OpenAI refused?' });
  expect(lines()).not.toContain(`POST ${path}/use`);
  await userEvent.click(within(question).getByRole('button', { name: 'Use anyway' }));
  await vi.waitFor(() => expect(lines()).toContain(`POST ${path}/use`));
  await press('Discard');
  await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ line: `DELETE ${path}`, ifMatch: '"0199aa00-0000-7000-8000-000000000b02"' }));
});

test('a key that failed leaves the one in use, and says which is which', () => {
  show(provider(ownKey({ unused: waiting({ result: 'refused', message: 'OpenAI doesn’t accept this key.' }, 'Zz99') })));
  expect(screen.getByText('Ready')).toBeDefined();
  expect(screen.getByText(/^The key that ends with a1B2, set by/)).toBeDefined();
  expect(screen.getByText(/^The key that ends with Zz99, .+ Not in use: the test failed/)).toBeDefined();
});

test('a key that the provider refused for a request is said to be refused', () => {
  const failing = { ...health, failed: 1, last_failed_at: '2026-12-12T18:00:00.000Z', last_error_code: 'not_configured' };
  show(provider(ownKey(), { health: failing }));
  expect(screen.getByText('Key refused')).toBeDefined();
});

test.each([
  ['nothing', ' ', 'Paste the key.'],
  ['two keys', 'sk-one sk-two', /This is no key/],
  ['letters of another script', 'ключ', /This is no key/],
  ['ten kilobytes', 'k'.repeat(10_240), 'This is too long for a key.'],
])('%s is not sent', async (_what, text, message) => {
  show(provider(keyOf()));
  await open('Add key of OpenAI');
  const field = screen.getByLabelText('OpenAI API key');
  await userEvent.click(field);
  await userEvent.paste(text);
  await press('Add key');
  expect(await screen.findByText(message)).toBeDefined();
  expect(sent).toEqual([]);
});

test('a refusal of the server is beside the field, which keeps its text', async () => {
  const errors = [{ field: 'body.key', message: 'contains spaces or characters that are not valid in a key' }];
  const problem = {
    type: 'about:blank',
    title: 'x',
    status: 422,
    code: 'invalid_request',
    request_id: 'test',
    detail: 'The key is wrong.',
    errors,
  };
  const headers = { ...API_HEADERS, 'content-type': 'application/problem+json' };
  show(provider(keyOf()), { refusal: new Response(JSON.stringify(problem), { status: 422, headers }) });
  await open('Add key of OpenAI');
  const field = screen.getByLabelText<HTMLInputElement>('OpenAI API key');
  await userEvent.type(field, 'sk-one');
  await press('Add key');
  await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(field.value).toBe('sk-one');
  expect(lines()).toEqual([`PUT ${path}`]);
});

test('a saved key is tested again, replaced and removed; neither of the last two can be undone', async () => {
  const said = toasted();
  show(provider(ownKey()), { test: { result: 'refused', message: 'OpenAI doesn’t accept this key.' } });
  await open();
  expect(screen.queryByLabelText('OpenAI API key')).toBeNull();
  await press('Test key');
  expect(await screen.findByText('Key refused')).toBeDefined();
  await press('Replace key');
  const field = screen.getByLabelText('OpenAI API key');
  expect(document.activeElement).toBe(field);
  await userEvent.type(field, 'sk-next-0123456789');
  await press('Save key');
  await vi.waitFor(() => expect(said).toHaveBeenCalledWith('Key of OpenAI saved', {}));
  await press('Remove key');
  const question = await screen.findByRole('dialog', { name: 'Remove the key of OpenAI?' });
  expect(question.textContent).toContain('2 models are no longer offered, and requests that wait for them fail, without a cost.');
  await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
  await vi.waitFor(() => expect(lines()).toContain(`DELETE ${path}`));
});

test('of two keys, it says which one is used', () => {
  expect(describeKey(keyOf({ source: 'environment', ending: 'Zz99', is_in_environment: true }))).toBe(
    'The key that ends with Zz99, from OPENAI_API_KEY in the server’s environment. A key that you save here is used instead.',
  );
  expect(describeKey(ownKey({ is_in_environment: true, set_by: null, ending: null }))).toMatch(
    /^A key, set by a deleted account on .+\. It is used instead of OPENAI_API_KEY in the server’s environment\.$/,
  );
});

test('a key of the environment can’t be removed here, and one of two leaves the other', async () => {
  const { become } = show(provider(keyOf({ source: 'environment', ending: 'Zz99', is_in_environment: true })));
  await open();
  expect(screen.queryByRole('button', { name: 'Remove key' })).toBeNull();
  become(provider(ownKey({ is_in_environment: true })));
  await press('Remove key');
  expect((await screen.findByRole('dialog')).textContent).toContain('The key in OPENAI_API_KEY is used again.');
});

test('offline, keys are shown and nothing can be changed', async () => {
  reportReachable(false);
  show(provider(ownKey()));
  await open();
  const buttons = screen.getAllByRole('button').filter((button) => !button.hasAttribute('aria-expanded'));
  expect(buttons.map((button) => [button.textContent?.match(/^\w+/)?.[0], button.getAttribute('aria-disabled')])).toEqual([
    ['Test', 'true'],
    ['Replace', 'true'],
    ['Remove', 'true'],
  ]);
  expect(screen.getByText(/The key that ends with a1B2/)).toBeDefined();
});

test('a test that can’t be made says why', async () => {
  show(provider(ownKey()));
  await open();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await press('Test key');
  expect(await screen.findByText('Test failed')).toBeDefined();
  expect(screen.getAllByRole('status').at(-1)?.textContent).toMatch(/Can’t reach the server|check your connection/i);
});

test('a list that was cached before there were keys shows none', () => {
  show({ ...provider(null), key: undefined as unknown as null });
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  show(provider({ ...ownKey(), unused: undefined as unknown as null }));
  expect(screen.getByText('Ready')).toBeDefined();
});
