import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Photo } from '#src/domains/photos/photo.ts';
import { aPhoto } from '#tests/support/photos.ts';
import { DetailsPanel } from './details-panel.tsx';

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const taken = (photo: Photo) => {
  const { unmount } = render(
    <DetailsPanel item={{ kind: 'stored', id: photo.id, photo }} onClose={() => undefined} onRoom={() => undefined} />,
  );
  const said = screen.getByText('Taken').parentElement?.textContent ?? '';
  unmount();
  return said;
};

it('tells when a photo was taken, or that its camera’s clock cannot be believed', () => {
  expect(taken(aPhoto({ taken_at: '2026-11-20T20:00:00.000Z' }))).toContain('2026');
  const odd = taken(aPhoto({ taken_at_claimed: '9999-12-30T12:00:00.000Z' }));
  expect(odd).toMatch(/Not known.*9999.*sorted by when it arrived/);
  expect(odd).not.toContain('2026');
  // As the release before kept it.
  const { taken_at_claimed: _left, ...before } = aPhoto();
  expect(taken(before as Photo)).toContain('2026');
});
