import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { GenerationModel } from '#src/domains/generation/generation.ts';
import { modelsQuery } from '#src/domains/generation/queries.ts';
import type { GenerationRecord } from '#src/outbox/record.ts';
import { WaitingRequestCard } from './waiting-request-card.tsx';

const filters = {
  id: 'builtin:restyle',
  name: 'Photo filters',
  capabilities: { styles: [{ id: 'pencil', name: 'Pencil' }] },
} as unknown as GenerationModel;
const ignore = () => undefined;

function titleOf(body: Partial<GenerationRecord['body']>) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(modelsQuery(null).queryKey, [filters]);
  const request = {
    body: { model: filters.id, prompt: '', style: null, organization_id: null, ...body } as GenerationRecord['body'],
    modelName: filters.name,
    writtenAt: 0,
    refusal: null,
  };
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <WaitingRequestCard request={request} onRetry={ignore} onEdit={ignore} onDiscard={ignore} />
    </QueryClientProvider>,
  );
  const words = screen.getByRole('banner').textContent;
  unmount();
  return words;
}

test('names a request by its prompt, else by its style, and shows its model once', () => {
  expect(titleOf({ prompt: 'A cat' })).toMatch(/^A cat.*Photo filters · /);
  expect(titleOf({ style: 'pencil' })).toMatch(/^Pencil.*Photo filters · /);
  expect(titleOf({})).toMatch(/^Photo filters(?!.*Photo filters)/);
});
