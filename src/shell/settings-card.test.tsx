import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { nonEmpty, object, pipe, string } from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#src/transport/problem.ts';
import { TextField } from '#src/ui/form.tsx';
import { toastStore } from '#src/ui/toast.ts';
import { type FieldSummaries, SettingsCard } from './settings-card.tsx';

interface Album {
  name: string;
  place: string;
  photos: number;
}

const schema = object({ name: pipe(string(), nonEmpty('Give it a name.')), place: string() });
const began: Album = { name: 'Gala', place: 'Pier 4', photos: 0 };

const save = vi.fn<(values: { name: string; place: string }, base: Album) => Promise<Album>>();
/** The server's state when it is read after a refusal. */
const read = vi.fn<() => Promise<Album>>();
const wordsOf = ({ name, place }: Pick<Album, 'name' | 'place'>): FieldSummaries<Pick<Album, 'name' | 'place'>> => ({
  name: ['Name', name],
  place: ['Place', place],
});
let history: ReturnType<typeof createMemoryHistory>;
/** It was read again. */
let arrive: (album: Album) => void;

/** From here on, the server refuses to overwrite. */
let guard: () => void;

function Settings() {
  const [album, setAlbum] = useState(began);
  const [guarded, setGuarded] = useState(false);
  useEffect(() => {
    arrive = setAlbum;
    guard = () => setGuarded(true);
  }, []);
  return (
    <SettingsCard
      title="Album"
      schema={schema}
      saved={album}
      valuesOf={({ name, place }) => ({ name, place })}
      save={save}
      conflict={guarded ? { read, summarize: wordsOf } : undefined}
    >
      <TextField name="name" label="Name" />
      <TextField name="place" label="Place" />
    </SettingsCard>
  );
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const become = async (name: string, text: string) => {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
};
const othersChange = (change: Partial<Album>) => act(() => arrive({ ...began, ...change }));

beforeEach(async () => {
  vi.stubGlobal('scrollTo', () => undefined);
  read.mockReset();
  save.mockReset().mockImplementation((values, base) => Promise.resolve({ ...base, ...values }));
  const root = createRootRoute();
  const settings = createRoute({ getParentRoute: () => root, path: '/', component: Settings });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '/elsewhere', component: () => <h1>Elsewhere</h1> });
  history = createMemoryHistory();
  render(<RouterProvider router={createRouter({ routeTree: root.addChildren([settings, elsewhere]), history })} />);
  await screen.findByRole('heading', { name: 'Album' });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('saving by keyboard preserves the focus', async () => {
  await become('Name', 'Gala of the year');
  const button = () => screen.getByRole('button', { name: 'Save changes' });
  act(() => button().focus());
  await userEvent.keyboard('{Enter}');
  await screen.findByText('Changes saved.');
  expect(button().getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(button());
});

describe('A settings form', () => {
  test('has nothing to save or discard at first, and shows when it has', async () => {
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    await press('Save changes');
    expect(save).not.toHaveBeenCalled();
    await become('Name', 'Gala II');
    expect(screen.getByText('Unsaved changes.')).toBeTruthy();
    await press('Discard');
    expect(field('Name').value).toBe('Gala');
    expect(screen.queryByText('Unsaved changes.')).toBeNull();
  });

  test('saves, and shows the saved values before they are read again', async () => {
    await become('Name', 'Gala II');
    await press('Save changes');
    expect(save).toHaveBeenCalledWith({ name: 'Gala II', place: 'Pier 4' }, began);
    expect(field('Name').value).toBe('Gala II');
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    expect(screen.queryByText(/somebody else/)).toBeNull();
    othersChange({ name: 'Gala II', place: 'Quay' });
    expect(field('Place').value).toBe('Quay');
  });

  test('confirms the save under a resting pointer, instead of reporting no changes', async () => {
    const button = () => screen.getByRole('button', { name: 'Save changes' });
    await userEvent.hover(button());
    expect(screen.getByRole('tooltip').textContent).toBe('No changes to save.');
    await become('Name', 'Gala II');
    await press('Save changes');
    await screen.findByText('Changes saved.');
    await userEvent.hover(button());
    expect(screen.getByRole('tooltip').textContent).toBe('All changes are saved.');
    expect(toastStore.read(), 'a message of the form needs no toast').toEqual([]);
    expect(screen.queryByText('No changes to save.')).toBeNull();
    await become('Name', 'Gala III');
    expect(screen.queryByText('Changes saved.')).toBeNull();
    await press('Discard');
    expect(screen.queryByText('Changes saved.')).toBeNull();
    expect(screen.getByText('No changes to save.', { selector: '[hidden]' })).toBeTruthy();
  });

  test('preserves the typed values when the server refuses them, with the error beside the field', async () => {
    const problem = { type: 'about:blank', title: 'x', status: 422, detail: 'No.', code: 'invalid_request', request_id: 'r1' };
    const errors = [{ field: 'body.place', message: 'There is no such place.' }];
    save.mockRejectedValueOnce(new ApiError(new Response(null, { status: 422 }), { ...problem, errors }));
    await become('Place', 'Nowhere');
    await press('Save changes');
    await screen.findByText('There is no such place.');
    expect(document.activeElement).toBe(field('Place'));
    expect(field('Place').value).toBe('Nowhere');
    expect(screen.getByText('Fix the errors above.')).toBeTruthy();
  });

  test('shows changes of others while the form is untouched', () => {
    othersChange({ place: 'Quay' });
    expect(field('Place').value).toBe('Quay');
    expect(screen.queryByText(/somebody else/)).toBeNull();
  });

  test('reports a concurrent change by another person, and overwrites nothing unseen', async () => {
    await become('Name', 'Gala II');
    othersChange({ photos: 12 });
    expect(screen.queryByText(/somebody else/), 'nothing of the form').toBeNull();
    othersChange({ place: 'Quay' });
    expect(screen.getByText(/Someone else made changes\. Saving keeps their changes too\./)).toBeTruthy();
    expect(field('Name').value).toBe('Gala II');
    othersChange({ name: 'Ball' });
    expect(screen.getByText(/Saving overwrites fields you both changed\. Discard to use theirs\./)).toBeTruthy();
    await press('Discard');
    expect(field('Name').value).toBe('Ball');
    expect(screen.queryByText(/somebody else/)).toBeNull();
  });

  describe('left during the save', () => {
    let saved: (album: Album) => void;
    let failed: (reason: unknown) => void;
    beforeEach(async () => {
      save.mockReturnValueOnce(
        new Promise((resolve, reject) => {
          saved = resolve;
          failed = reject;
        }),
      );
      await become('Name', 'Gala II');
      await press('Save changes');
      act(() => history.push('/elsewhere'));
      await screen.findByRole('dialog', { name: 'Leave without saving?' });
    });

    test('continues the navigation once it is saved', async () => {
      await act(async () => saved({ ...began, name: 'Gala II' }));
      expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeTruthy();
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    test('asks again on a different navigation', async () => {
      await act(async () => failed(new Error('no')));
      expect(screen.getByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
      await press('Keep editing');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect([field('Name').value, history.location.href]).toEqual(['Gala II', '/']);
    });
  });

  describe('where the server refuses to overwrite', () => {
    const refusal = () => {
      const problem = { type: 'about:blank', title: 'x', status: 412, detail: 'No.', code: 'changed_meanwhile', request_id: 'r1' };
      return new ApiError(new Response(null, { status: 412 }), problem);
    };
    beforeEach(() => act(() => guard()));

    test('shows changes of another person, preserves typed values, and then overwrites knowingly', async () => {
      const now = { ...began, name: 'Ball', place: 'Quay' };
      save.mockRejectedValueOnce(refusal());
      read.mockResolvedValueOnce(now);
      await become('Name', 'Gala II');
      await press('Save changes');
      expect(await screen.findByText('Someone else changed these settings')).toBeTruthy();
      const told = screen.getAllByRole('listitem').map((item) => item.textContent);
      expect(told).toEqual([
        'Name is now “Ball”. Your value is in the form.Use theirs: Name',
        'Place is now “Quay”. It’s now in the form.',
      ]);
      expect([field('Name').value, field('Place').value]).toEqual(['Gala II', 'Quay']);
      expect(save).toHaveBeenCalledTimes(1);
      await press('Save changes');
      expect(save).toHaveBeenLastCalledWith({ name: 'Gala II', place: 'Quay' }, now);
      expect(screen.queryByText('Someone else changed these settings')).toBeNull();
    });

    test('takes theirs, field by field', async () => {
      save.mockRejectedValueOnce(refusal());
      read.mockResolvedValueOnce({ ...began, name: 'Ball' });
      await become('Name', 'Gala II');
      await press('Save changes');
      await screen.findByText('Someone else changed these settings');
      await press('Use theirs: Name');
      expect(field('Name').value).toBe('Ball');
      expect(screen.getByText(/There’s nothing left to save/)).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    });

    test('does not ask if another person changed other fields', async () => {
      const now = { ...began, photos: 3 };
      save.mockRejectedValueOnce(refusal());
      read.mockResolvedValueOnce(now);
      await become('Name', 'Gala II');
      await press('Save changes');
      expect(save).toHaveBeenLastCalledWith({ name: 'Gala II', place: 'Pier 4' }, now);
      expect(screen.queryByText('Someone else changed these settings')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    });
  });
});
