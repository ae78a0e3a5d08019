import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ComposePrefill } from '#src/domains/generation/compose-prefill.ts';
import { toastStore } from '#src/ui/toast.ts';
import { buildGeneration, buildModel } from '#tests/support/factories/api.ts';
import { json } from '#tests/support/outbox-server.ts';
import { Composer } from './composer.tsx';
import { useRecipe } from './use-recipe.ts';

const cutOut = buildModel({ id: 'cut-out', task: 'cut-out', name: 'Cut out' }, { source: 'required' });
const upscale = buildModel({ id: 'upscale', task: 'upscale', name: 'Upscale' }, { source: 'required' });
const draw = buildModel({ id: 'draw', name: 'Draw' }, { prompt: 'required', max_prompt_length: 100 });
const models = [cutOut, upscale, draw];

let held: { status: number; resolve: (response: Response) => void } | null = null;
/** Answers the upload or the read that is held. */
async function answer(body: object): Promise<void> {
  await vi.waitFor(() => expect(held).not.toBeNull());
  await act(async () => held?.resolve(json(held.status, body)));
}
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  held = null;
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  vi.stubGlobal('fetch', (request: Request) => {
    const { pathname } = new URL(request.url);
    const isUpload = pathname.endsWith('/generation-sources');
    if (!isUpload && !pathname.includes('/generations/')) return Promise.resolve(json(404, {}));
    return new Promise<Response>((resolve) => {
      held = { status: isUpload ? 201 : 200, resolve };
    });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>;
const formOf = (from: ComposePrefill = {}) => renderHook(() => useRecipe('ana', null, models, from, () => undefined), { wrapper }).result;

function Form() {
  const { recipe, change } = useRecipe('ana', null, models, {}, () => undefined);
  return (
    <>
      <Composer
        owner={null}
        models={models}
        recipe={recipe}
        credits={undefined}
        history={[]}
        requests={[]}
        isConfirmed
        onRecipe={change}
        onGenerate={() => Promise.resolve()}
        onOpen={() => undefined}
      />
      <button type="button" onClick={() => change({ source: { kind: 'image', id: 'mine', event_id: null } })}>
        My image
      </button>
      <output>{JSON.stringify([recipe.model, recipe.source?.id ?? null])}</output>
    </>
  );
}
const chooseFile = () =>
  act(async () => void fireEvent.change(screen.getByLabelText('Choose a file: file'), { target: { files: [new File(['x'], 'a.png')] } }));

it('the task that was chosen during an upload stays, and the image is in it', async () => {
  render(<Form />, { wrapper });
  await chooseFile();
  fireEvent.click(screen.getByRole('radio', { name: 'Upscale' }));
  await answer({ id: 'sent', width: 4096, height: 1756, reduced_from: { width: 4608, height: 1976 } });
  expect(await screen.findByText(/Reduced from 4608 × 1976 to 4096 × 1756 pixels/)).toBeTruthy();
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('["upscale","sent"]'));
});

it('the image that was chosen during an upload stays', async () => {
  render(<Form />, { wrapper });
  await chooseFile();
  expect(screen.getByText('Uploading the image…')).toBeTruthy();
  fireEvent.click(screen.getByText('My image'));
  expect(screen.queryByText('Uploading the image…')).toBeNull();
  await answer({ id: 'late', width: 40, height: 30, reduced_from: null });
  expect(screen.getByRole('status').textContent).toBe('["","mine"]');
});

it('a request that is read late does not replace what was typed meanwhile, and says so', async () => {
  const form = formOf({ again: 'g1' });
  await vi.waitFor(() => expect(held).not.toBeNull());
  act(() => form.current.change({ prompt: 'typed meanwhile' }));
  await answer(buildGeneration({ id: 'g1' }));
  await vi.waitFor(() => expect(toastStore.read().at(-1)?.message).toBe('The request wasn’t opened'));
  expect(form.current.recipe.prompt).toBe('typed meanwhile');
});

it('a request that is opened fills the form', async () => {
  const form = formOf({ again: 'g1' });
  await answer(buildGeneration({ id: 'g1', request: { ...buildGeneration().request, prompt: 'a cake' } }));
  await vi.waitFor(() => expect(form.current.recipe.prompt).toBe('a cake'));
});

it('a variation number belongs to the request that was opened: to its style and photo, and until it is sent', async () => {
  const request = { ...buildGeneration().request, model: 'draw', style: 'oil', seed: 2_281_701_376 };
  const reopened = async () => {
    const form = formOf({ again: 'g1' });
    await answer(buildGeneration({ id: 'g1', request }));
    await vi.waitFor(() => expect(form.current.recipe.seed).toBe('2281701376'));
    return form;
  };
  const form = await reopened();
  act(() => form.current.change({ prompt: 'a cake', count: 1 }));
  expect(form.current.recipe.seed).toBe('2281701376');
  act(() => form.current.markUsed());
  expect(form.current.recipe).toMatchObject({ prompt: 'a cake', seed: '' });
  expect(formOf().current.recipe).toMatchObject({ prompt: 'a cake', seed: '' });
  const others: ((now: typeof form) => void)[] = [
    (now) => now.current.change({ style: 'neon' }),
    (now) => now.current.change({ model: 'upscale' }),
    (now) => now.current.change({ source: { kind: 'image', id: 'other', event_id: null } }),
    (now) => now.current.prefill({ source: 'other' }),
    (now) => now.current.prefill({ model: 'upscale' }),
  ];
  for (const change of others) {
    cleanup();
    held = null;
    const now = await reopened();
    act(() => change(now));
    expect(now.current.recipe.seed).toBe('');
  }
  // A number that comes with the change is of the change.
  const { current: last } = formOf();
  act(() => last.change({ style: 'pencil', seed: '7' }));
  expect(formOf().current.recipe).toMatchObject({ style: 'pencil', seed: '7' });
});
