import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Generation, GenerationModel } from '#src/domains/generation/generation.ts';
import { reportReachable } from '#src/transport/reachability.ts';
import { buildGeneratedImage, buildGeneration, buildModel } from '#tests/support/factories/api.ts';
import { json } from '#tests/support/outbox-server.ts';
import { Composer } from './composer.tsx';
import { EMPTY_RECIPE, type ImageRecipe, requestOf } from './recipe.ts';

const drawer = buildModel(
  {},
  { prompt: 'required', negative_prompt: true, seed: true, max_count: 4, max_prompt_length: 1000, sizes: [{ width: 1344, height: 768 }] },
);
const filter = buildModel(
  { id: 'builtin:restyle', name: 'Restyle', task: 'image-to-image' },
  { source: 'required', strength: true, styles: [{ id: 'pencil', name: 'Pencil' }] },
);
const cutter = buildModel(
  { id: 'builtin:cut-out', name: 'Cut-out', task: 'cut-out', is_ai: true, credits: 2 },
  { source: 'required', background: true },
);
const onGenerate = vi.fn(() => Promise.resolve());
const onRecipe = vi.fn();
const onOpen = vi.fn();
let requests: Generation[] = [];

function show(
  models: GenerationModel[],
  recipe: Partial<ImageRecipe> = {},
  credits = { limit: 10, used: 2, reserved: 0, renews_on: '2026-12-01' },
  isConfirmed = true,
) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Composer
        owner={null}
        models={models}
        recipe={{ ...EMPTY_RECIPE, ...recipe }}
        credits={credits}
        history={[]}
        requests={requests}
        isConfirmed={isConfirmed}
        confirmEmail={<p>Please confirm.</p>}
        onRecipe={onRecipe}
        onGenerate={onGenerate}
        onOpen={onOpen}
      />
    </QueryClientProvider>,
  );
}
const press = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  reportReachable(true);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  onGenerate.mockClear();
  onRecipe.mockClear();
  requests = [];
  vi.unstubAllGlobals();
});

describe('the form', () => {
  it('of a model that erases asks for a mask, and says who can add what is missing', () => {
    show([buildModel({ task: 'erase', name: 'Erase' }, { source: 'required', mask: true, mask_required: true, outpaint: 'none' })], {
      source: { kind: 'image', id: 'i', event_id: null },
    });
    expect(screen.getByRole('group', { name: 'Area to erase' }).textContent).not.toContain('optional');
    expect(screen.queryByRole('group', { name: 'Extend the image' })).toBeNull();
    expect(screen.getAllByText('Mark an area first.').length).toBeGreaterThan(0);
    expect(screen.getByText(/Your administrator can add one\.$/)).toBeTruthy();
  });

  it('says what no model can do once, folded up beside the tasks', () => {
    show([filter, cutter], { model: filter.id });
    const note = screen.getByText(/Your administrator can add one\.$/).closest('details');
    expect(note?.open).toBe(false);
    expect(note?.querySelector('summary')?.textContent).toBe('Something missing?');
    const tasks = screen.getByRole('group', { name: 'Task' });
    expect(tasks.nextElementSibling).toBe(note);
    cleanup();
    show([buildModel({ id: 'edit' }, { prompt: 'required', mask: true })]);
    expect(screen.queryByText('Something missing?')).toBeNull();
  });

  it('of a model that extends asks for a format', () => {
    show([buildModel({ task: 'extend', name: 'Extend' }, { source: 'required', outpaint: 'required' })], {
      source: { kind: 'image', id: 'i', event_id: null },
    });
    expect(screen.queryByRole('group', { name: /^Area/ })).toBeNull();
    expect(screen.queryByRole('radio', { name: 'Don’t extend' })).toBeNull();
    expect(screen.getAllByText('Choose a format first.').length).toBeGreaterThan(0);
  });

  it('doesn’t start from an image that was chosen to be restyled', () => {
    const painter = buildModel({ id: 'painter' }, { prompt: 'required', source: 'optional' });
    const source = { kind: 'image' as const, id: 'i1', event_id: null };
    show([painter, filter], { model: 'painter', source, sourceTask: 'image-to-image' });
    expect(screen.getByRole('group', { name: 'Image to start from' })).toBeDefined();
    expect(screen.queryByRole('img', { name: 'Chosen image' })).toBeNull();
    cleanup();
    show([painter, filter], { model: filter.id, source, sourceTask: 'image-to-image' });
    expect(screen.getByRole('img', { name: 'Chosen image' })).toBeDefined();
  });

  it('says once that the first model of a task costs money', async () => {
    localStorage.clear();
    const paid = buildModel({ id: 'paid', name: 'GPT Image', costs_money: true, credits: 8 }, { prompt: 'required' });
    const note = () => screen.queryByText('GPT Image is now the first model for “Create”');
    show([paid, filter], { model: filter.id });
    expect(note(), 'of another task').toBeNull();
    cleanup();
    show([paid, filter]);
    expect(note()).not.toBeNull();
    expect(screen.getByText(/^8 credits per image\. Your administrator decides/)).toBeDefined();
    fireEvent.click(press('Dismiss'));
    expect(note()).toBeNull();
    cleanup();
    show([paid, filter]);
    expect(note()).toBeNull();
    cleanup();
    show([drawer, filter]);
    expect(screen.queryByText(/is now the first model/)).toBeNull();
  });

  it('lets the steps of a model be chosen, and explains a wrong number', () => {
    const stepped = buildModel({}, { prompt: 'required', steps: { min: 1, max: 4, default: 2 }, max_prompt_length: 100 });
    show([stepped], { steps: '9' });
    const field = screen.getByLabelText(/Refining steps/);
    expect(field.getAttribute('placeholder')).toBe('2');
    expect(screen.getAllByText('Enter a number of steps from 1 to 4.').length).toBeGreaterThan(0);
    cleanup();
    show([drawer]);
    expect(screen.queryByLabelText(/Steps/)).toBeNull();
  });

  it('shows prompt, format, count and advanced fields, but no source, for a text-to-image model', () => {
    show([drawer, filter]);
    expect(screen.getByLabelText('Describe the image')).toBeTruthy();
    expect(screen.getByRole('radio', { name: /16:9/ })).toBeTruthy();
    expect(screen.getAllByRole('radio', { name: /^[1-4]$/ })).toHaveLength(4);
    expect(screen.getByLabelText(/Exclude/)).toBeTruthy();
    expect(screen.getByLabelText(/Variation number/)).toBeTruthy();
    expect(screen.queryByRole('group', { name: /Picture/ })).toBeNull();
    expect(screen.getByText('Not an AI model')).toBeTruthy();
  });

  it('shows source and styles for a filter, and strength once a source is chosen', () => {
    show([drawer, filter], { model: filter.id });
    expect(screen.queryByLabelText('Describe the image')).toBeNull();
    expect(screen.getByRole('group', { name: 'Image to restyle' })).toBeTruthy();
    expect(screen.getByRole('radio', { name: 'Pencil' })).toBeTruthy();
    expect(screen.queryByLabelText('Strength')).toBeNull();
    cleanup();
    show([filter], { source: { kind: 'upload', id: 'u1', event_id: null } });
    expect(screen.getByLabelText('Strength').getAttribute('aria-valuetext')).toBe('60%');
  });

  it('shows the background choice and the AI badge for a cut-out model', () => {
    show([cutter]);
    expect(screen.getByRole('radio', { name: 'White' })).toBeTruthy();
    expect(screen.getByText('AI model')).toBeTruthy();
  });

  it('explains why nothing can be generated, and sends nothing', () => {
    show([drawer]);
    expect(press('Generate').getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByText('Describe what the image should show.').length).toBeGreaterThan(0);
    fireEvent.submit(screen.getByRole('form', { name: 'Image request' }));
    expect(onGenerate).not.toHaveBeenCalled();
    cleanup();
    show([drawer], { prompt: 'A cat', count: 4 }, { limit: 10, used: 5, reserved: 3, renews_on: '2026-12-01' });
    expect(screen.getAllByText(/^Only 2 credits left this month\. They renew on /).length).toBeGreaterThan(0);
    cleanup();
    show([drawer], { prompt: 'A cat', count: 3 });
    expect(screen.getByText('1 credit per image, 3 in all, 8 left until December 1')).toBeTruthy();
    expect(screen.getAllByText('Images that fail aren’t charged.')).toHaveLength(1);
    fireEvent.click(press('Generate'));
    expect(onGenerate).toHaveBeenCalledTimes(1);
  });

  it('shows the cost before everything is filled in, and what is free', () => {
    show([drawer], { count: 4 }, undefined);
    expect(screen.getByText('1 credit per image, 4 in all, 8 left until December 1')).toBeTruthy();
    cleanup();
    show([{ ...drawer, credits: 0 }], { prompt: 'A cat' });
    expect(screen.getByText('Free')).toBeTruthy();
  });

  it('asks to confirm the email address before a model that costs money is used', () => {
    const paid = { ...drawer, costs_money: true };
    show([paid], { prompt: 'A cat' }, undefined, false);
    expect(press('Generate').getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByText('Confirm your email address first.').length).toBeGreaterThan(0);
    expect(screen.getByText('Please confirm.')).toBeTruthy();
    cleanup();
    show([paid], { prompt: 'A cat' });
    expect(screen.queryByText('Please confirm.')).toBeNull();
    fireEvent.click(press('Generate'));
    expect(onGenerate).toHaveBeenCalledTimes(1);
  });

  it('says before what is left of a model’s images today', () => {
    show([{ ...drawer, left_today: 2 }], { prompt: 'A cat', count: 4 });
    expect(press('Generate').getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByText('Only 2 images left today with this model. Choose fewer.').length).toBeGreaterThan(0);
    cleanup();
    show([{ ...drawer, left_today: 2 }], { prompt: 'A cat', count: 2 });
    expect(press('Generate').getAttribute('aria-disabled')).not.toBe('true');
  });

  it('says before a large photo is paid for that the result will be smaller, also of the format that it is extended to', async () => {
    const message = 'This image is larger than the model supports, so the result will be smaller: 4096 × 2304 pixels.';
    const fetched: string[] = [];
    vi.stubGlobal('fetch', ({ url }: Request) => {
      if (url.includes('/generation-estimates?')) fetched.push(url);
      return Promise.resolve(json(200, { width: 4096, height: 2304, seconds: null, message }));
    });
    const extender = buildModel({ id: 'builtin:extend', task: 'extend' }, { source: 'required', outpaint: 'required', estimate: true });
    const extended = { source: { kind: 'upload', id: 'u', event_id: null }, outpaint: { aspect: '16:9', anchor: 'center' } } as const;
    show([extender], extended);
    expect((await screen.findByText(message)).getAttribute('role')).toBe('status');
    expect(fetched).toEqual([expect.stringMatching(/generation-estimates\?model=builtin%3Aextend&kind=upload&source=u&aspect=16%3A9$/)]);
    cleanup();
    show([{ ...extender, capabilities: { ...extender.capabilities, estimate: false } }], extended);
    show([extender]);
    await act(() => Promise.resolve());
    expect(fetched).toHaveLength(1);
  });

  it('says that an area is so large that it may not fit, before it is paid for', async () => {
    const message = 'You marked 23% of the image. So large an area often gets something that doesn’t fit.';
    const fetched: string[] = [];
    vi.stubGlobal('fetch', ({ url }: Request) => {
      if (url.includes('/generation-estimates?')) fetched.push(url);
      return Promise.resolve(json(200, { width: 1200, height: 900, seconds: null, message }));
    });
    const eraser = buildModel(
      { id: 'builtin:erase', task: 'erase' },
      { source: 'required', mask: true, mask_required: true, estimate: true },
    );
    show([eraser], { source: { kind: 'upload', id: 'u', event_id: null }, mask: 'm' });
    expect((await screen.findByText(message)).getAttribute('role')).toBe('status');
    expect(fetched).toEqual([expect.stringMatching(/generation-estimates\?model=builtin%3Aerase&kind=upload&source=u&mask=m$/)]);
  });

  it('asks once more before a result that is likely to disappoint', async () => {
    vi.useFakeTimers();
    const message = 'You marked 23% of the image. So large an area often gets something that doesn’t fit.';
    vi.stubGlobal('fetch', () => Promise.resolve(json(200, { width: 1200, height: 900, seconds: null, message, is_discouraged: true })));
    const eraser = buildModel(
      { id: 'builtin:erase', task: 'erase' },
      { source: 'required', mask: true, mask_required: true, estimate: true },
    );
    show([eraser], { source: { kind: 'upload', id: 'u', event_id: null }, mask: 'm' });
    await act(() => vi.advanceTimersByTimeAsync(50));
    fireEvent.click(press('Erase'));
    fireEvent.submit(screen.getByRole('form', { name: 'Image request' }));
    expect(onGenerate, 'a double click is one press').not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(screen.getByText(/^Look at the preview: the result is likely to disappoint/)).toBeTruthy();
    fireEvent.click(press('Erase anyway'));
    expect(onGenerate).toHaveBeenCalledOnce();
  });

  it('makes the picture that it previews, and another one after that', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:sketch');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const drawn: { seed: number; prompt: string }[] = [];
    vi.stubGlobal('fetch', async (request: Request) => {
      if (request.url.endsWith('/check-prompt'))
        return json(200, { supported: true, message: null, drawn: ['cat'], missing: [], unknown: [] });
      drawn.push((await request.json()) as (typeof drawn)[number]);
      return new Response(new Uint8Array([255, 216]), { headers: { 'content-type': 'image/jpeg', 'x-request-id': 'r1' } });
    });
    const clipArt = buildModel({}, { ...drawer.capabilities, vocabulary: true });
    show([clipArt], { prompt: 'A cat ' });
    expect((await screen.findByRole<HTMLImageElement>('img', { name: 'What will be drawn' })).src).toBe('blob:sketch');
    expect(drawn).toMatchObject([{ prompt: 'A cat', width: 1344, height: 768 }]);
    fireEvent.click(press('Show another'));
    await vi.waitFor(() => expect(drawn).toHaveLength(2));
    expect(drawn[1]!.seed).not.toBe(drawn[0]!.seed);
    fireEvent.click(press('Generate'));
    expect(onGenerate).toHaveBeenLastCalledWith(expect.objectContaining({ seed: String(drawn[1]!.seed) }), clipArt);
    await vi.waitFor(() => expect(drawn).toHaveLength(3));
    expect(drawn[2]!.seed).not.toBe(drawn[1]!.seed);
    cleanup();
    show([clipArt], { prompt: 'A cat', seed: '7' });
    await vi.waitFor(() => expect(drawn[3]).toMatchObject({ seed: 7 }));
    expect(screen.queryByRole('button', { name: 'Show another' })).toBeNull();
    vi.restoreAllMocks();
  });

  it('shows the variation number beside Generate, and removes it there', () => {
    show([drawer], { prompt: 'A cat', seed: '2281701376' });
    const chip = press('Remove variation 2281701376');
    expect(chip.textContent).toContain('Variation 2281701376');
    expect(chip.closest('details')).toBeNull();
    fireEvent.click(chip);
    expect(onRecipe).toHaveBeenCalledWith({ seed: '' });
    cleanup();
    show([drawer], { prompt: 'A cat' });
    expect(screen.queryByRole('button', { name: /^Remove variation/ })).toBeNull();
  });

  it('says that the same image exists before it is paid for again, and offers it and another one', () => {
    const recipe = { source: { kind: 'upload', id: 'u1', event_id: null }, style: 'pencil' } as const;
    const numbered = { ...filter, capabilities: { ...filter.capabilities, seed: true, default_seed: 0 } };
    const request = { ...requestOf({ ...EMPTY_RECIPE, ...recipe }, numbered, null), seed: 0 };
    requests = [buildGeneration({ status: 'succeeded', request, images: [buildGeneratedImage({ id: 'made' })] })];
    show([numbered], recipe);
    expect(screen.getAllByText('You already have this image.').length).toBeGreaterThan(0);
    expect(press('Restyle').getAttribute('aria-disabled')).toBe('true');
    fireEvent.submit(screen.getByRole('form', { name: 'Image request' }));
    expect(onGenerate).not.toHaveBeenCalled();
    fireEvent.click(press('Open it'));
    expect(onOpen).toHaveBeenCalledWith('made');
    fireEvent.click(press('Another variation'));
    expect(onRecipe).toHaveBeenCalledWith({ seed: '1' });
    cleanup();
    show([numbered], { ...recipe, seed: '1' });
    expect(press('Restyle').getAttribute('aria-disabled')).not.toBe('true');
    cleanup();
    requests = [buildGeneration({ status: 'running', request })];
    show([numbered], recipe);
    expect(screen.getAllByText('This image is already being made.').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Open it' })).toBeNull();
  });

  it('shows the chosen style in the variation that will be made, in its tile as in the preview', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:tiles');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const asked: string[] = [];
    vi.stubGlobal('fetch', ({ url }: Request) => {
      if (url.includes('/style-previews?')) asked.push(new URL(url).searchParams.toString());
      return Promise.resolve(new Response(new Uint8Array([255, 216]), { headers: { 'content-type': 'image/jpeg', 'x-request-id': 'r1' } }));
    });
    show([filter], { source: { kind: 'upload', id: 'u1', event_id: null }, style: 'pencil', seed: '7' });
    await vi.waitFor(() => expect(asked).toHaveLength(3));
    expect(asked.filter((query) => query.includes('style=pencil'))).toEqual([expect.stringContaining('seed=7')]);
    const tiles = asked.filter((query) => query.includes('strength='));
    expect(tiles).toHaveLength(2);
    expect(tiles.filter((query) => query.includes('seed=7'))).toHaveLength(1);
    vi.restoreAllMocks();
  });

  it('previews nothing that can’t be drawn, and nothing of other models', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (request: Request) => {
      asked.push(new URL(request.url).pathname.split('/').at(-1)!);
      return Promise.resolve(json(200, { supported: false, message: 'No.', drawn: [], missing: ['mayor'], unknown: [] }));
    });
    show([buildModel({}, { ...drawer.capabilities, vocabulary: true })], { prompt: 'A mayor' });
    await screen.findAllByText('No.');
    cleanup();
    show([buildModel({ id: 'fal:flux' }, { ...drawer.capabilities })], { prompt: 'A mayor' });
    await act(() => Promise.resolve());
    expect(asked).toEqual(['check-prompt']);
  });

  it('takes a double click as one press', async () => {
    vi.useFakeTimers();
    show([drawer], { prompt: 'A cat' });
    fireEvent.click(press('Generate'));
    await act(() => vi.advanceTimersByTimeAsync(200));
    fireEvent.submit(screen.getByRole('form', { name: 'Image request' }));
    expect(onGenerate).toHaveBeenCalledTimes(1);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    fireEvent.submit(screen.getByRole('form', { name: 'Image request' }));
    expect(onGenerate).toHaveBeenCalledTimes(2);
  });
});
