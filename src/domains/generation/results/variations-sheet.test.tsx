// A variation is chosen among free previews, and only the chosen one is made.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { generationQuery } from '#src/domains/generation/queries.ts';
import { buildGeneratedImage, buildGeneration, buildModel } from '#tests/support/factories/api.ts';
import { problem } from '#tests/support/outbox-server.ts';
import { variationSeeds } from './variation-seeds.ts';
import VariationsSheet from './variations-sheet.tsx';

const filters = buildModel(
  { id: 'builtin:restyle' },
  { source: 'required', seed: true, strength: true, styles: [{ id: 'oil', name: 'Oil' }] },
);
const asked: string[] = [];
let answer: () => Promise<Response>;
const picture = async () => new Response(new Uint8Array([255, 216]), { headers: { 'content-type': 'image/jpeg', 'x-request-id': 'r1' } });

beforeEach(() => {
  asked.length = 0;
  answer = picture;
  vi.stubGlobal('fetch', (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.endsWith('/style-previews')) return picture();
    asked.push(searchParams.get('seed') ?? '');
    return answer();
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 0, staleTime: Infinity } } });
  const generation = buildGeneration({
    request: {
      ...buildGeneration().request,
      model: 'builtin:restyle',
      style: 'oil',
      strength: 0.6,
      source: { kind: 'photo', id: 'p1', event_id: 'e1' },
    },
  });
  const image = buildGeneratedImage({ generation_id: generation.id, model: 'builtin:restyle', seed: 5 });
  client.setQueryData(generationQuery(generation.id).queryKey, generation);
  const onMake = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <VariationsSheet image={image} model={filters} owner={null} disabledReason={null} onMake={onMake} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return { onMake, request: generation.request };
}

it('four are previewed one after the other, and the chosen one is made at its cost', async () => {
  const { onMake, request } = show();
  const make = screen.getByRole('button', { name: /^Make this one \(\d+ credits?\)/ });
  expect(await screen.findAllByRole('img', { name: /^Variation \d/ })).toHaveLength(1);
  await vi.waitFor(() => expect(screen.getAllByRole('img', { name: /^Variation \d/ })).toHaveLength(4));
  expect(asked).toEqual(variationSeeds(5, 0, 4).map(String));
  fireEvent.click(make);
  expect(onMake, 'nothing is chosen').not.toHaveBeenCalled();
  fireEvent.click(screen.getAllByRole('radio')[2]!);
  fireEvent.click(make);
  expect(onMake).toHaveBeenCalledExactlyOnceWith(request, variationSeeds(5, 0, 4)[2]);
});

it('others are shown, none of them twice', async () => {
  show();
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  fireEvent.click(screen.getByRole('button', { name: 'Show 4 others' }));
  await vi.waitFor(() => expect(asked).toHaveLength(8));
  expect(new Set(asked).size).toBe(8);
});

it('one that fails says why, and the others are still shown', async () => {
  answer = () => Promise.resolve(problem(409, 'source_unavailable'));
  show();
  expect(await screen.findByText('source_unavailable.')).toBeTruthy();
  answer = picture;
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  fireEvent.click(screen.getAllByRole('button', { name: 'Retry' })[0]!);
  await vi.waitFor(() => expect(screen.getAllByRole('img', { name: /^Variation \d/ }).length).toBeGreaterThan(0));
});

it('numbers are of the same picture, never the image’s own', () => {
  for (const seed of [0, 41, 41 + 3 * 2 ** 27]) {
    const seeds = [0, 1, 2, 3, 4, 5].flatMap((round) => variationSeeds(seed, round, 4));
    expect(seeds).not.toContain(seed);
    for (const each of seeds) {
      expect(each % 2 ** 27).toBe(41 % 2 ** 27 === seed % 2 ** 27 ? 41 : seed % 2 ** 27);
      expect(each).toBeLessThan(2 ** 32);
    }
  }
});
