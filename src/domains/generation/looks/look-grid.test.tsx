import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportReachable } from '#src/transport/reachability.ts';
import { buildModel } from '#tests/support/factories/api.ts';
import { problem } from '#tests/support/outbox-server.ts';
import { LookGrid } from './look-grid.tsx';

const filters = buildModel(
  { id: 'builtin:restyle', name: 'Photo filters', task: 'image-to-image' },
  {
    source: 'required',
    prompt: 'none',
    styles: ['Pencil', 'Oil', 'Neon'].map((name) => ({ id: name.toLowerCase(), name })),
  },
);
const photo = { kind: 'photo', id: 'p1', event_id: 'e1' } as const;
const asked: URL[] = [];
let answer: () => Promise<Response>;
const strip = async () => new Response(new Uint8Array([255, 216]), { headers: { 'content-type': 'image/jpeg', 'x-request-id': 'r1' } });

beforeEach(() => {
  asked.length = 0;
  answer = strip;
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(new URL(request.url));
    return answer();
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:strip');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show(
  source: typeof photo | null,
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  own: string | null = null,
): QueryClient {
  render(
    <QueryClientProvider client={client}>
      <LookGrid owner="o1" models={[filters]} source={source} own={own} credits={undefined} onChoose={() => undefined} />
    </QueryClientProvider>,
  );
  return client;
}

const tile = (name: string) => screen.getByRole('button', { name }).querySelector('img')!;
const isSample = (name: string) => tile(name).getAttribute('src')!.includes(`${name.toLowerCase()}.webp`);

describe('the tiles of styles', () => {
  it('show the person’s own photo in each style, by one request that is kept', async () => {
    const client = show(photo);
    expect(isSample('Oil')).toBe(true);
    await vi.waitFor(() => expect(tile('Oil').src).toBe('blob:strip'));
    expect(['Pencil', 'Oil', 'Neon'].map((name) => tile(name).style.objectPosition)).toEqual(['0% 0', '50% 0', '100% 0']);
    cleanup();
    show(photo, client);
    expect(tile('Neon').src).toBe('blob:strip');
    expect(asked.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)])).toEqual([
      [
        '/api/v1/style-previews',
        { model: 'builtin:restyle', kind: 'photo', source: 'p1', event_id: 'e1', organization_id: 'o1', strength: '0.6' },
      ],
    ]);
  });

  it('show the person’s own photo, blurred, until its styles are there, also before the server has it', async () => {
    const client = show(null, undefined, 'blob:photo');
    expect(tile('Oil').src).toBe('blob:photo');
    expect(tile('Oil').className).toContain('look-own');
    expect(asked).toEqual([]);
    cleanup();
    show(photo, client, 'blob:photo');
    expect(tile('Oil').src).toBe('blob:photo');
    await vi.waitFor(() => expect(tile('Oil').src).toBe('blob:strip'));
    expect(tile('Oil').className).not.toContain('look-own');
  });

  it('show samples if the own photo can’t be shown, if its styles can’t be made, and offline', async () => {
    answer = async () => problem(409, 'source_unavailable');
    const client = show(photo, undefined, 'blob:photo');
    expect(tile('Oil').src).toBe('blob:photo');
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    await vi.waitFor(() => expect(isSample('Oil')).toBe(true));
    cleanup();
    show(null, undefined, 'blob:other');
    fireEvent.error(tile('Neon'));
    expect(isSample('Neon')).toBe(true);
    cleanup();
    reportReachable(false);
    show(photo, undefined, 'blob:photo');
    expect(isSample('Oil')).toBe(true);
    act(() => reportReachable(true));
  });

  it('show samples if the server refuses', async () => {
    answer = async () => problem(409, 'source_unavailable');
    const client = show(photo);
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    expect(asked).toHaveLength(1);
    expect(isSample('Oil')).toBe(true);
  });

  describe('of a photo that isn’t ready yet', () => {
    beforeEach(() => vi.useFakeTimers());
    afterEach(() => {
      focusManager.setFocused(undefined);
      vi.useRealTimers();
    });
    const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const notReady = async () => problem(409, 'not_ready');

    it('are asked for again until it is', async () => {
      answer = notReady;
      show(photo);
      await later(1500);
      expect(asked).toHaveLength(2);
      expect(isSample('Oil')).toBe(true);
      answer = strip;
      await later(2500);
      expect(asked).toHaveLength(3);
      expect(tile('Oil').src).toBe('blob:strip');
    });

    it('are given up after about a minute, and not asked for when nobody looks', async () => {
      answer = notReady;
      show(photo);
      await later(1500);
      expect(asked).toHaveLength(2);
      focusManager.setFocused(false);
      await later(60_000);
      expect(asked).toHaveLength(2);
      focusManager.setFocused(true);
      await later(600_000);
      expect(asked).toHaveLength(7);
      cleanup();
      show(photo);
      await later(0);
      expect(asked).toHaveLength(8);
      cleanup();
      await later(60_000);
      expect(asked).toHaveLength(8);
    });
  });

  it('show a sample if the picture can’t be shown', async () => {
    show(photo);
    await vi.waitFor(() => expect(tile('Oil').src).toBe('blob:strip'));
    fireEvent.error(tile('Oil'));
    expect(isSample('Oil')).toBe(true);
  });

  it('ask for nothing before there is a photo', () => {
    show(null);
    expect(isSample('Pencil')).toBe(true);
    expect(asked).toEqual([]);
  });

  it('ask for nothing offline, and once there is a connection', async () => {
    reportReachable(false);
    show(photo);
    expect(isSample('Pencil')).toBe(true);
    expect(asked).toEqual([]);
    act(() => reportReachable(true));
    await vi.waitFor(() => expect(tile('Oil').src).toBe('blob:strip'));
  });
});
