import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { modelsQuery } from '#src/domains/generation/queries.ts';
import { buildModel } from '#tests/support/factories/api.ts';
import { BoothSetup } from './booth-setup.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: React.ReactNode }) => <a href="/dashboard">{children}</a>,
  useNavigate: () => () => undefined,
}));
vi.mock('#src/domains/generation/compose/event-photo-picker.tsx', () => ({ EventChoice: () => null }));

afterEach(cleanup);

const restyle = (id: string, credits: number) => buildModel({ id, task: 'image-to-image', credits }, { source: 'required' });

it.each([
  ['Each image a visitor makes costs 1 credit.', [restyle('a', 1), restyle('b', 1), buildModel({ credits: 9 })]],
  ['Each image a visitor makes costs 1 to 4 credits.', [restyle('a', 1), restyle('b', 4)]],
  ['Each image a visitor makes costs up to 2 credits.', [restyle('a', 0), restyle('b', 2)]],
  [null, [restyle('a', 0)]],
  [null, []],
])('says what visitors cost: %s', (words, models) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(modelsQuery(null).queryKey, models);
  render(
    <QueryClientProvider client={client}>
      <BoothSetup account="a1" onChoose={() => undefined} />
    </QueryClientProvider>,
  );
  expect(screen.queryByText(/^Each image a visitor makes/)?.textContent ?? null).toBe(words);
});
