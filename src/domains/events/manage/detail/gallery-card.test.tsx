import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Event } from '#src/domains/events/event.ts';
import { anEvent } from '#tests/support/an-event.ts';
import { GalleryCard } from './gallery-card.tsx';

afterEach(cleanup);

const published = { auto_gallery: false, published_at: '2026-11-20T20:00:00.000Z' };

it.each<[Partial<Event>, state: string, says: string]>([
  [{ auto_gallery: true, require_approval: true }, 'Open', 'Guests see photos as soon as you approve them.'],
  [{ auto_gallery: true, require_approval: false }, 'Open', 'Guests see photos as soon as they’re uploaded.'],
  [
    { auto_gallery: true, require_approval: false, status: 'draft' },
    'Not open yet',
    'Opens with the event. Guests then see photos as soon as they’re uploaded.',
  ],
  [
    { ...published, require_approval: true, status: 'draft' },
    'Not open yet',
    'Opens with the event. Guests then see photos as soon as you approve them.',
  ],
  [
    { auto_gallery: true, require_approval: false, status: 'ended' },
    'Open',
    'Guests who joined can still see it. Photos that arrive late appear as soon as they’re uploaded.',
  ],
  [
    { ...published, require_approval: true, status: 'archived' },
    'Published',
    'Guests who joined can still see it. Photos that arrive late appear as soon as you approve them.',
  ],
  [
    { auto_gallery: false, published_at: null, status: 'draft' },
    'Not published',
    'Until you publish it, photographers see only their own photos and guests see none. Your organization sees all.',
  ],
])('says who sees the gallery of %o', (facts, state, says) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <GalleryCard event={anEvent(facts)} onPublish={() => undefined} />
    </QueryClientProvider>,
  );
  expect(screen.getByText(state)).toBeTruthy();
  expect(screen.getByText(says)).toBeTruthy();
});
