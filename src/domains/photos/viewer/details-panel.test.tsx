import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventZone } from '#src/domains/photos/labels.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import { buildPhoto, buildQueuedPhoto } from '#tests/support/factories/api.ts';
import { DetailsPanel, Headline } from './details-panel.tsx';

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

const taken = (photo: Photo, zone: string | null = null) => {
  const { unmount } = render(
    <EventZone value={zone}>
      <DetailsPanel item={{ kind: 'stored', id: photo.id, photo }} onClose={() => undefined} onRoom={() => undefined} />
    </EventZone>,
  );
  const said = screen.getByText('Taken').parentElement?.textContent ?? '';
  unmount();
  return said;
};

it("shows the capture time, or that the camera's clock is wrong", () => {
  expect(taken(buildPhoto({ taken_at: '2026-11-20T20:00:00.000Z' }))).toContain('2026');
  const odd = taken(buildPhoto({ taken_at_claimed: '9999-12-30T12:00:00.000Z' }));
  expect(odd).toMatch(/Unknown.*9999.*sorted by upload time/);
  expect(odd).not.toContain('2026');
  // As persisted by an earlier release.
  const { taken_at_claimed: _left, ...before } = buildPhoto();
  expect(taken(before as Photo)).toContain('2026');
});

it('shows the original file name', () => {
  const show = (photo: Photo) =>
    render(<DetailsPanel item={{ kind: 'stored', id: photo.id, photo }} onClose={() => undefined} onRoom={() => undefined} />);
  const { unmount } = show(buildPhoto({ file_name: 'IMG_1234.JPG' }));
  expect(screen.getByText('File name').parentElement?.textContent).toBe('File nameIMG_1234.JPG');
  unmount();
  show(buildPhoto({ file_name: null }));
  expect(screen.queryByText('File name')).toBeNull();
});

it('says that the original is no longer kept', () => {
  const said = (photo: Photo) => {
    const { unmount } = render(
      <DetailsPanel item={{ kind: 'stored', id: photo.id, photo }} onClose={() => undefined} onRoom={() => undefined} />,
    );
    const text = screen.getByText('Original file').parentElement?.textContent;
    unmount();
    return text;
  };
  expect(said(buildPhoto())).not.toContain('kept');
  expect(said(buildPhoto({ original_deleted_at: '2027-03-01T20:00:00.000Z' }))).toMatch(/No longer kept since .*2027.*web size/);
});

it('claims nothing about an original that has not arrived', async () => {
  const said = async (change: Partial<Photo>) => {
    const photo = buildPhoto({ width: 960, height: 720, bytes: 2_000_000, ...change });
    const { container, unmount } = render(
      <DetailsPanel item={{ kind: 'stored', id: photo.id, photo }} onClose={() => undefined} onRoom={() => undefined} />,
    );
    if (photo.awaits_original) await screen.findByText(/can’t be downloaded/);
    const facts = Object.fromEntries(
      [...container.querySelectorAll('dt')].map((name) => [name.textContent, name.nextSibling?.textContent]),
    );
    unmount();
    return facts;
  };
  const awaited = await said({ awaits_original: true });
  expect(awaited['Original file']).toMatch(/^On its way/);
  expect(awaited['Original file']).not.toMatch(/960|MB/);
  expect(awaited).toHaveProperty(['Preview received']);
  expect(awaited).not.toHaveProperty(['Stored on the server']);
  const overdue = await said({ awaits_original: true, original_overdue: true });
  expect(overdue['Original file']).toMatch(/^Not received.*import it/);
  expect(await said({})).toMatchObject({
    'Original file': expect.stringContaining('960 × 720 pixels, 2 MB'),
    'Stored on the server': expect.anything(),
  });
});

it('shows the time of the upload as such where the capture time is unknown', () => {
  const line = (change: Partial<Photo>) => {
    const photo = buildPhoto(change);
    const { container, unmount } = render(<Headline item={{ kind: 'stored', id: photo.id, photo }} number={1} of={2} />);
    const text = container.querySelectorAll('[aria-hidden]')[1]?.textContent;
    const spoken = container.querySelector('.sr-only')?.textContent;
    unmount();
    return [text, spoken];
  };
  const [text, spoken] = line({ taken_at_claimed: '2008-12-30T12:00:00.000Z' });
  expect([text, spoken]).toEqual([expect.stringMatching(/^Uploaded /), expect.stringContaining(', uploaded ')]);
  expect(line({}).join(' ')).not.toMatch(/uploaded/i);
});

it('shows the decision to the photographer, and to moderators beside the buttons', () => {
  const shown = (photo: Photo) => {
    const { container, unmount } = render(<Headline item={{ kind: 'stored', id: photo.id, photo }} number={1} of={2} />);
    const lines = [...container.querySelectorAll('[aria-hidden]')].map((line) => line.textContent);
    unmount();
    return lines.slice(2);
  };
  const { can } = buildPhoto();
  expect(shown(buildPhoto())).toEqual([]);
  expect(shown(buildPhoto({ status: 'pending' }))).toEqual(['Pending approval']);
  expect(shown(buildPhoto({ status: 'rejected', rejection_reason: 'It’s out of focus.' }))).toEqual(['Rejected: It’s out of focus.']);
  expect(shown(buildPhoto({ status: 'pending', can: { ...can, moderate: true } }))).toEqual([]);
});

it('shows the approval only to moderators', () => {
  const statusOf = (photo: Photo) => {
    const { unmount } = render(
      <DetailsPanel item={{ kind: 'stored', id: photo.id, photo }} onClose={() => undefined} onRoom={() => undefined} />,
    );
    const said = screen.queryByText('Status')?.nextSibling?.textContent;
    unmount();
    return said;
  };
  const { can } = buildPhoto();
  expect(statusOf(buildPhoto())).toBeUndefined();
  expect(statusOf(buildPhoto({ can: { ...can, moderate: true }, moderated_by: 'Ana' }))).toBe('Approved by Ana');
  expect(statusOf(buildPhoto({ status: 'pending' }))).toMatch(/^Pending approval\. Only the photographer/);
});

it('shows the source of a photo', () => {
  const photo = buildPhoto({ source: 'import' });
  render(<DetailsPanel item={{ kind: 'stored', id: photo.id, photo }} onClose={() => undefined} onRoom={() => undefined} />);
  expect(screen.getByText('Source').parentElement?.textContent).toBe('SourceImported from files');
});

it('names a generated image as such, and no photographer or camera', () => {
  const photo = buildPhoto({ source: 'generated', camera: null, status: 'pending', taken_at: '2026-11-20T20:00:00.000Z' });
  const item = { kind: 'stored' as const, id: photo.id, photo };
  const { container } = render(<DetailsPanel item={item} onClose={() => undefined} onRoom={() => undefined} />);
  const facts = [...container.querySelectorAll('dt')].map((name) => [name.textContent, name.nextSibling?.textContent]);
  expect(facts[0]).toEqual(['Source', 'Generated image']);
  expect(facts.map(([name]) => name)).toEqual(['Source', 'Status', 'Created', 'Created by', 'Original file', 'Stored on the server']);
  expect(facts[1]?.[1]).toBe('Pending approval. Only the creator and the organization can see it.');
  const headline = render(<Headline item={item} number={1} of={2} />).container.querySelector('[aria-hidden]');
  expect(headline?.textContent).toBe(`Generated by ${photo.uploader.name}`);
});

it('names a generated image that waits for its upload as such', () => {
  const record = buildQueuedPhoto({ source: 'generated' });
  const item = { kind: 'waiting' as const, id: record.id, record };
  const { container } = render(<DetailsPanel item={item} onClose={() => undefined} onRoom={() => undefined} />);
  const facts = [...container.querySelectorAll('dt')].map((name) => name.textContent);
  expect(facts).toContain('Created');
  expect(facts).not.toContain('Taken');
  const headline = render(<Headline item={item} number={1} of={2} />).container.querySelector('[aria-hidden]');
  expect(headline?.textContent).toMatch(/^Generated image, saved on this /);
});

it("uses the event's time zone and names it if it differs", () => {
  const photo = buildPhoto({ taken_at: '2026-11-20T20:00:00.000Z' });
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [far, said] =
    new Date(photo.taken_at).getTimezoneOffset() === -330
      ? ['Pacific/Marquesas', 'Nov 20, 2026, 10:30 AM (GMT-9:30)']
      : ['Asia/Kolkata', 'Nov 21, 2026, 1:30 AM (GMT+5:30)'];
  expect(taken(photo, far)).toBe(`Taken${said}`);
  expect(taken(photo, own)).not.toContain('(');
  expect(taken(photo)).not.toContain('(');
});
