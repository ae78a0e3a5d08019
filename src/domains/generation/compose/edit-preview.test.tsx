// What is erased or extended is shown before it costs anything: loading, shown, changed, failed and offline.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GenerationModel } from '#src/domains/generation/generation.ts';
import { reportReachable } from '#src/transport/reachability.ts';
import { buildModel } from '#tests/support/factories/api.ts';
import { problem } from '#tests/support/outbox-server.ts';
import { CutOutPreview, EditFields } from './edit-fields.tsx';
import { EMPTY_RECIPE, type ImageRecipe } from './recipe.ts';

const eraser = buildModel(
  { id: 'builtin:erase', task: 'erase' },
  { source: 'required', mask: true, mask_required: true, outpaint: 'none' },
);
const extender = buildModel({ id: 'builtin:extend', task: 'extend' }, { source: 'required', outpaint: 'required' });
const painter = buildModel({ id: 'openai:paint', task: 'image-to-image', is_ai: true }, { source: 'required', mask: true });
const source = { kind: 'photo', id: 'p1', event_id: 'e1' } as const;
const wide = { aspect: '16:9', anchor: 'end' } as const;

const asked: URLSearchParams[] = [];
const picture = async () => new Response(new Uint8Array([255, 216]), { headers: { 'content-type': 'image/jpeg', 'x-request-id': 'r1' } });
let answer: () => Promise<Response>;

beforeEach(() => {
  asked.length = 0;
  answer = picture;
  vi.stubGlobal('fetch', (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.endsWith('/edit-previews')) asked.push(searchParams);
    return answer();
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show(model: GenerationModel, recipe: Partial<ImageRecipe>) {
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } });
  const fields = (now: Partial<ImageRecipe>) => (
    <QueryClientProvider client={client}>
      <EditFields
        owner="o1"
        recipe={{ ...EMPTY_RECIPE, source, ...now }}
        model={model}
        estimate={null}
        uploadRefusal={null}
        onRecipe={() => undefined}
      />
    </QueryClientProvider>
  );
  const { rerender } = render(fields(recipe));
  return (now: Partial<ImageRecipe>) => rerender(fields(now));
}
const preview = () => screen.queryByRole('img', { name: 'Preview of the result' });
const FREE = 'Preview, free. The result is larger and sharper.';

it('of the formats, the image’s own one can’t be chosen', () => {
  const change = show(extender, {});
  const measured = document.querySelector('img')!;
  Object.defineProperties(measured, { naturalWidth: { value: 400 }, naturalHeight: { value: 300 } });
  fireEvent.load(measured);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '4:3 (own format)' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '16:9' }).disabled).toBe(false);
  change({ outpaint: { aspect: '4:3', anchor: 'center' } });
  expect(screen.getByText('The image has this format already. Choose another one.')).toBeTruthy();
  expect(asked).toEqual([]);
  change({ outpaint: { aspect: '9:16', anchor: 'center' } });
  expect(screen.getByText(/Far edges become soft/i)).toBeTruthy();
});

it('of a cut-out follows the background', async () => {
  const cutter = buildModel({ id: 'builtin:cut-out', task: 'cut-out' }, { source: 'required', background: true });
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } });
  const fields = (background: string) => (
    <QueryClientProvider client={client}>
      <CutOutPreview owner={null} model={cutter} source={source} background={background} />
    </QueryClientProvider>
  );
  const { rerender } = render(fields('transparent'));
  expect(await screen.findByText(FREE)).toBeTruthy();
  rerender(fields('#ffffff'));
  expect(preview(), 'an outdated one isn’t shown').toBeNull();
  expect(await screen.findByText(FREE)).toBeTruthy();
  expect(asked.map((query) => query.get('background'))).toEqual(['transparent', '#ffffff']);
});

describe('a preview', () => {
  it('of what is erased follows the mask, and again another mask', async () => {
    const change = show(eraser, { mask: 'm1' });
    expect(screen.getByText('Previewing…')).toBeTruthy();
    expect(preview()).toBeNull();
    expect(await screen.findByText(FREE)).toBeTruthy();
    expect(preview()?.getAttribute('src')).toBe('blob:preview');
    change({ mask: 'm2' });
    expect(preview(), 'an outdated one isn’t shown').toBeNull();
    expect(await screen.findByText(FREE)).toBeTruthy();
    const common = { model: 'builtin:erase', kind: 'photo', source: 'p1', event_id: 'e1', organization_id: 'o1' };
    expect(asked.map((query) => Object.fromEntries(query))).toEqual([
      { ...common, mask: 'm1' },
      { ...common, mask: 'm2' },
    ]);
    change({ mask: null });
    expect(screen.queryByText(FREE)).toBeNull();
  });

  it('of an extension is asked for where the keys stop', async () => {
    vi.useFakeTimers();
    const change = show(extender, { outpaint: wide });
    await act(() => vi.advanceTimersByTimeAsync(0));
    for (const aspect of ['1:1', '5:4', '4:5']) {
      change({ outpaint: { ...wide, aspect } });
      await act(() => vi.advanceTimersByTimeAsync(50));
      expect(preview()).toBeNull();
    }
    await act(() => vi.advanceTimersByTimeAsync(1000));
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(preview()).toBeTruthy();
    expect(asked.map((query) => [query.get('aspect'), query.get('anchor'), query.has('mask')])).toEqual([
      ['16:9', 'end', false],
      ['4:5', 'end', false],
    ]);
  });

  it('that failed says why, and can be tried again', async () => {
    answer = () => Promise.resolve(problem(422, 'invalid_request'));
    show(eraser, { mask: 'm1' });
    expect(await screen.findByText('invalid_request.')).toBeTruthy();
    answer = picture;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(FREE)).toBeTruthy();
  });

  it('needs a connection', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    show(eraser, { mask: 'm1' });
    expect(await screen.findByText('You’re offline. The preview needs a connection.')).toBeTruthy();
    expect(preview()).toBeNull();
    act(() => reportReachable(true));
  });

  it('doesn’t exist for AI models, which the form says once something would be previewed', () => {
    const change = show(painter, {});
    expect(screen.queryByText('There’s no preview for AI models.')).toBeNull();
    change({ mask: 'm1' });
    expect(screen.getByText('There’s no preview for AI models.')).toBeTruthy();
    change({ outpaint: wide });
    expect(screen.getByText('There’s no preview for AI models.')).toBeTruthy();
    expect(asked).toEqual([]);
  });
});
