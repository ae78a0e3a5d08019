import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Generation, GenerationTask } from '#src/domains/generation/generation.ts';
import { modelsQuery } from '#src/domains/generation/queries.ts';
import { buildGeneratedImage, buildGeneration, buildModel } from '#tests/support/factories/api.ts';
import { GenerationCard } from './generation-card.tsx';
import type { ImageActions } from './use-image-actions.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const ignore = () => undefined;
/** What the stream changes. */
let become: (next: Partial<Generation>) => void = ignore;

function show(changes: Partial<Generation>, task: GenerationTask = 'text-to-image') {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(modelsQuery(null).queryKey, []);
  const actions = { modelOf: () => buildModel({ task }), variations: () => null, edits: [] } as unknown as ImageActions;
  const card = (generation: Generation) => (
    <QueryClientProvider client={client}>
      <GenerationCard
        generation={generation}
        images={generation.images}
        actions={actions}
        onCancel={ignore}
        onRetry={ignore}
        onOpen={ignore}
      />
    </QueryClientProvider>
  );
  const { rerender } = render(card(buildGeneration(changes)));
  become = (next) => rerender(card(buildGeneration({ ...changes, ...next })));
  return screen.getByRole('article');
}

it('shows finished images first, in one grid with the places of the others', () => {
  const { request } = buildGeneration();
  const images = ['a', 'b'].map((id) => buildGeneratedImage({ id }));
  const card = show({ status: 'running', request: { ...request, count: 4 }, images });
  const cells = [...within(card).getByRole('list', { name: 'Results' }).children];
  expect(cells.map((cell) => cell.getAttribute('aria-hidden') === 'true')).toEqual([false, false, true, true]);
});

it('mentions in gray that a large photo was made smaller, below the image', () => {
  const message = 'The image was larger than this model supports, so the result is smaller.';
  const card = show({ warnings: [{ code: 'source_reduced', message }], images: [buildGeneratedImage()] });
  expect(within(card).getByText(message).tagName).toBe('P');
  expect(within(card).getByText(message).className).toContain('text-ink-muted');
  expect(within(card).getByRole('list', { name: 'Results' }).compareDocumentPosition(within(card).getByText(message))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

it.each([
  ['empty_result', 'cut-out', false],
  ['empty_result', 'text-to-image', true],
  ['source_unavailable', 'image-to-image', false],
  ['timeout', 'upscale', true],
] as const)('after %s of %s it offers to try again: %s', (code, task, isOffered) => {
  const error = { code, message: 'It failed.', retryable: false, retry_after: null };
  const card = show({ status: 'failed', error, images: [] }, task);
  expect(within(card).queryByRole('button', { name: /^Retry/ }) !== null).toBe(isOffered);
});

it('has what a result is made for as words, and leaves those of several to their menus', () => {
  const card = show({ status: 'succeeded', images: [buildGeneratedImage()] });
  expect(within(card).getByRole('button', { name: 'Post to event' }).textContent).toBe('Post');
  expect(within(card).getByRole('button', { name: 'Download' })).toBeDefined();
  cleanup();
  const several = show({ status: 'succeeded', images: ['a', 'b'].map((id) => buildGeneratedImage({ id })) });
  expect(within(several).queryByRole('button', { name: 'Download' })).toBeNull();
});

it.each([
  ['that has grown below the fold is shown whole', { top: 400, bottom: 1200 }, false, 1],
  ['that is seen whole stays in its place', { top: 90, bottom: 700 }, false, 0],
  ['moves nothing if the person is elsewhere', { top: 1300, bottom: 2000 }, false, 0],
  ['beside the form moves nothing below the pointer', { top: 400, bottom: 1200 }, true, 0],
] as const)('a new result %s', (_what, rect, isDesktop, times) => {
  vi.stubGlobal('innerHeight', 844);
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: isDesktop }));
  const card = show({ status: 'running', images: [] });
  const scrollIntoView = vi.fn();
  Object.assign(card, { scrollIntoView, getBoundingClientRect: () => rect });
  become({ status: 'succeeded', images: [buildGeneratedImage()] });
  expect(scrollIntoView).toHaveBeenCalledTimes(times);
});
