import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { HiddenSections } from '#src/domains/photos/sections/sections-query.ts';
import { buildPhoto } from '#tests/support/factories/api.ts';
import { Tile } from './tile.tsx';

afterEach(cleanup);

it.each([
  ['hidden', 'Hidden', true],
  ['open', null, false],
  [null, null, false],
])('marks a photo of the section %s', (section_id, chip, saysHidden) => {
  const photo = buildPhoto({ section_id, likes: 0 });
  render(
    <HiddenSections value={new Set(['hidden'])}>
      <Tile item={{ kind: 'stored', id: photo.id, photo }} tabbable quick={false} selected={false} selecting={false} mouse={false} />
    </HiddenSections>,
  );
  expect(screen.getByRole('link').getAttribute('aria-label')?.endsWith(', hidden from guests')).toBe(saysHidden);
  expect(screen.queryByText('Hidden')?.textContent ?? null).toBe(chip);
});

it('marks a generated image, in the grid and by its name', () => {
  const [taken, generated] = (['camera', 'generated'] as const).map((source) => {
    const photo = buildPhoto({ source, likes: 0 });
    render(<Tile item={{ kind: 'stored', id: photo.id, photo }} tabbable quick={false} selected={false} selecting={false} mouse={false} />);
    const link = screen.getByRole('link');
    const seen = { name: link.getAttribute('aria-label'), marks: link.querySelectorAll('svg').length };
    cleanup();
    return seen;
  });
  expect([taken?.name?.startsWith('Photo by'), generated?.name?.startsWith('Generated image by')]).toEqual([true, true]);
  expect([taken?.marks, generated?.marks]).toEqual([0, 1]);
});

it('marks a photo whose original has not arrived, in the grid and by its name', () => {
  const shown = (change: Parameters<typeof buildPhoto>[0]) => {
    const photo = buildPhoto({ likes: 0, ...change });
    render(<Tile item={{ kind: 'stored', id: photo.id, photo }} tabbable quick={false} selected={false} selecting={false} mouse={false} />);
    const link = screen.getByRole('link');
    const seen = [link.textContent, /(?:, (preview, .*))?$/.exec(link.getAttribute('aria-label') ?? '')?.[1]];
    cleanup();
    return seen;
  };
  expect(shown({ awaits_original: true })).toEqual(['Preview', 'preview, original on its way']);
  expect(shown({ awaits_original: true, original_overdue: true })).toEqual(['No original', 'preview, original not received']);
  expect(shown({})).toEqual(['', undefined]);
});
