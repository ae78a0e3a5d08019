import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { anEvent } from '#tests/support/an-event.ts';
import { GalleryCard } from './gallery-card.tsx';

afterEach(cleanup);

it.each([
  [true, 'Guests see photos as soon as you approve them.'],
  [false, 'Guests see photos as soon as they are uploaded.'],
])('says when guests see a photo, with approval: %s', (approval, says) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <GalleryCard event={anEvent({ auto_gallery: true, require_approval: approval })} onPublish={() => undefined} />
    </QueryClientProvider>,
  );
  expect(screen.getByText(says)).toBeTruthy();
});
