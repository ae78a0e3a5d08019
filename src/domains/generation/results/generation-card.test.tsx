import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Generation, GenerationTask } from '#src/domains/generation/generation.ts';
import { modelsQuery } from '#src/domains/generation/queries.ts';
import { buildGeneratedImage, buildGeneration, buildModel } from '#tests/support/factories/api.ts';
import { GenerationCard } from './generation-card.tsx';
import type { ImageActions } from './use-image-actions.ts';

afterEach(cleanup);
const ignore = () => undefined;

function show(changes: Partial<Generation>, task: GenerationTask = 'text-to-image') {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(modelsQuery(null).queryKey, []);
  const generation = buildGeneration(changes);
  const actions = { modelOf: () => buildModel({ task }), variations: () => null, edits: [] } as unknown as ImageActions;
  render(
    <QueryClientProvider client={client}>
      <GenerationCard
        generation={generation}
        images={generation.images}
        actions={actions}
        onCancel={ignore}
        onRetry={ignore}
        onOpen={ignore}
      />
    </QueryClientProvider>,
  );
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
