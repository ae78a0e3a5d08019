import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
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

function show(request: Partial<GenerationRecord>) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(modelsQuery(null).queryKey, [filters]);
  const source = { kind: 'upload', id: 'u', event_id: null };
  const body = { model: filters.id, prompt: '', style: null, source, organization_id: null } as unknown as GenerationRecord['body'];
  const onEdit = vi.fn();
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <WaitingRequestCard
        request={{ body, modelName: filters.name, writtenAt: 0, refusal: null, ...request }}
        onRetry={ignore}
        onEdit={onEdit}
        onDiscard={ignore}
      />
    </QueryClientProvider>,
  );
  const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent);
  return { onEdit, unmount, buttons };
}

test('a photo of which nothing can be made is not tried again, but replaced', () => {
  const { buttons, onEdit, unmount } = show({ refusal: 'No person was found in this image.', refusalCode: 'invalid_request' });
  expect(buttons).toEqual(['Choose another photo', 'Discard']);
  expect(screen.getByText('Not made')).toBeTruthy();
  expect(screen.getByText('No person was found in this image.')).toBeTruthy();
  expect(screen.queryByText('Request not accepted')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Choose another photo' }));
  expect(onEdit).toHaveBeenCalledWith('source');
  unmount();
  expect(show({ refusal: 'No credits are left.', refusalCode: 'credits_used_up' }).buttons).toEqual(['Retry', 'Edit', 'Discard']);
});

test('names a request by its prompt, else by its style, and shows its model once', () => {
  expect(titleOf({ prompt: 'A cat' })).toMatch(/^A cat.*Photo filters · /);
  expect(titleOf({ style: 'pencil' })).toMatch(/^Pencil.*Photo filters · /);
  expect(titleOf({})).toMatch(/^Photo filters(?!.*Photo filters)/);
});
