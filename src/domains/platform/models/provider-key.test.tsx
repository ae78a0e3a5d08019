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
  const field = screen.getByLabelText<HTMLInputElement>('OpenAI API key');
  expect(field.type).toBe('password');
  await userEvent.type(field, '  sk-0123456789-a1B2 ');
  await press('Add key');
  expect(await screen.findByText('OpenAI accepts this key.')).toBeDefined();
  expect(sent.map(({ line, body }) => ({ line, body }))).toEqual([
    { line: `PUT ${path}`, body: { key: 'sk-0123456789-a1B2' } },
    { line: `POST ${path}/test`, body: null },
  ]);
  become(provider(ownKey()));
  expect(screen.getByText(/The key that ends with a1B2, set by Sam Super on/)).toBeDefined();
  expect(document.body.innerHTML).not.toContain('sk-0123456789');
  // Undo removes this key, and no other.
  expect(said).toHaveBeenCalledWith('Key of OpenAI saved', { action: { label: 'Undo', onClick: expect.any(Function) as unknown } });
  said.mock.lastCall?.[1]?.action?.onClick();
  await vi.waitFor(() => expect(lines()).toContain(`DELETE ${path}`));
  expect(sent.at(-1)?.ifMatch).toBe('"0199aa00-0000-7000-8000-000000000a01"');
});

test('where nothing is free, it says that the key was saved and not tested', async () => {
  const key = keyOf({ variable: 'FAL_KEY', can_test: false });
  show(provider(key, { id: 'fal', name: 'fal' }), { saved: ownKey({ can_test: false }) });
  await userEvent.type(screen.getByLabelText('fal API key'), 'id:0123456789abcdef');
  await press('Add key');
  expect(await screen.findByText(/Saved, not tested: fal has no free way to test a key/)).toBeDefined();
  expect(lines()).toEqual(['PUT /api/v1/platform/generation-providers/fal/key']);
});

test.each([
  ['nothing', ' ', 'Paste the key.'],
  ['two keys', 'sk-one sk-two', /This is no key/],
  ['letters of another script', 'ключ', /This is no key/],
  ['ten kilobytes', 'k'.repeat(10_240), 'This is too long for a key.'],
])('%s is not sent', async (_what, text, message) => {
  show(provider(keyOf()));
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
  expect(screen.queryByRole('button', { name: 'Remove key' })).toBeNull();
  become(provider(ownKey({ is_in_environment: true })));
  await press('Remove key');
  expect((await screen.findByRole('dialog')).textContent).toContain('The key in OPENAI_API_KEY is used again.');
});

test('offline, keys are shown and nothing can be changed', async () => {
  reportReachable(false);
  show(provider(ownKey()));
  const buttons = screen.getAllByRole('button');
  expect(buttons.map((button) => [button.textContent?.match(/^\w+/)?.[0], button.getAttribute('aria-disabled')])).toEqual([
    ['Test', 'true'],
    ['Replace', 'true'],
    ['Remove', 'true'],
  ]);
  expect(screen.getByText(/The key that ends with a1B2/)).toBeDefined();
});

test('a test that can’t be made says why', async () => {
  show(provider(ownKey()));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await press('Test key');
  expect(await screen.findByText('Test failed')).toBeDefined();
  expect(screen.getByRole('status').textContent).toMatch(/Can’t reach the server|check your connection/i);
});

test('a list that was cached before there were keys shows none', () => {
  show({ ...provider(null), key: undefined as unknown as null });
  expect(screen.queryByRole('button')).toBeNull();
});
