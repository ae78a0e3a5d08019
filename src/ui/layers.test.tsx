import { createBrowserHistory, createRootRoute, createRoute, createRouter, Link, RouterProvider, useRouter } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useUnsavedChanges } from '#src/shell/unsaved-changes.tsx';
import { Dialog } from './dialog.tsx';
import { watchLayers } from './layers.ts';
import { Sheet } from './sheet.tsx';

let router: ReturnType<typeof makeRouter>;
let loaded: number;

const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => fireEvent.click(button(name));
const layers = () => screen.queryAllByRole('dialog', { hidden: true }).map((dialog) => dialog.querySelector('h2')?.textContent);

/** A screen with a sheet, in which a dialog opens. */
function Albums() {
  const { navigate, history: entries } = useRouter();
  const [open, setOpen] = useState<readonly string[]>([]);
  const close = (name: string) => setOpen((now) => now.filter((each) => each !== name));
  const isOpen = (name: string) => open.includes(name);
  const show = (...names: string[]) => setOpen(names);
  return (
    <>
      <h1>Albums</h1>
      <button type="button" onClick={() => show('sheet')}>
        Filter
      </button>
      <Sheet open={isOpen('sheet')} onOpenChange={() => close('sheet')} title="Filter">
        <button type="button" onClick={() => show('sheet', 'dialog')}>
          Delete
        </button>
        <button type="button" onClick={() => void navigate({ to: '/', search: { q: 'Gala' }, replace: true } as never)}>
          Only galas
        </button>
        <button type="button" onClick={() => show('dialog')}>
          Instead
        </button>
        <Link to={'/other' as never}>Other page</Link>
      </Sheet>
      <Dialog open={isOpen('dialog')} onOpenChange={() => close('dialog')} title="Delete the album?">
        <button
          type="button"
          onClick={() => {
            show();
            void navigate({ to: '/other' as never });
          }}
        >
          Delete it
        </button>
        <button
          type="button"
          onClick={() => {
            show();
            entries.back();
          }}
        >
          Close the album
        </button>
      </Dialog>
    </>
  );
}

/** A form with changes on a page. */
function Unsaved() {
  const { question } = useUnsavedChanges(true);
  return (
    <>
      <h1>Settings</h1>
      {question}
    </>
  );
}

/** A form with changes in a sheet. */
function UnsavedSheet() {
  const [open, setOpen] = useState(true);
  const { question, leave } = useUnsavedChanges(open);
  return (
    <>
      <h1>Form</h1>
      {open && (
        <Sheet open onOpenChange={() => leave(() => setOpen(false))} title="New album">
          {question}
        </Sheet>
      )}
    </>
  );
}

function makeRouter() {
  const root = createRootRoute();
  const pages = { '/': Albums, '/other': () => <h1>Other</h1>, '/settings': Unsaved, '/form': UnsavedSheet };
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component, loader: () => void loaded++ }),
  );
  return createRouter({ routeTree: root.addChildren(routes), history: createBrowserHistory() });
}

/** The open layers, each with its entry in the history. */
const shows = (names: readonly string[], entries = names.length) =>
  waitFor(() => {
    expect(layers()).toEqual(names);
    expect((history.state as { layer?: number }).layer ?? 0).toBe(entries);
  });
const back = (steps = -1) => history.go(steps);
const heading = (name: string) => waitFor(() => expect(screen.getByRole('heading', { level: 1, hidden: true }).textContent).toBe(name));

async function goTo(path: string, title: string): Promise<void> {
  await act(() => router.navigate({ to: path } as never));
  await heading(title);
}

beforeEach(async () => {
  history.pushState(null, '', '/other');
  loaded = 0;
  router = makeRouter();
  watchLayers(router);
  render(<RouterProvider router={router as never} />);
  await heading('Other');
  await goTo('/', 'Albums');
});

afterEach(async () => {
  cleanup();
  await shows([]);
  router.history.destroy();
});

const open = async (...names: string[]) => {
  press('Filter');
  await shows(['Filter']);
  for (const name of names) press(name);
  if (names.length > 0) await shows(names.includes('Delete') ? ['Filter', 'Delete the album?'] : ['Delete the album?']);
};
const escape = () => fireEvent.keyDown(document.activeElement!, { key: 'Escape' });

test('Back closes the open layers, the top one first, and then leaves the page', async () => {
  await open('Delete');
  const before = loaded;
  back();
  await shows(['Filter']);
  back();
  await shows([]);
  await heading('Albums');
  // The router hasn't seen it.
  expect(loaded).toBe(before);
  back();
  await heading('Other');
});

test('a layer that is closed in another way leaves nothing in the history, forward neither', async () => {
  await open('Delete');
  escape();
  await shows(['Filter']);
  escape();
  await shows([]);
  const go = vi.spyOn(history, 'go');
  back(1);
  // To the entry of the closed sheet, and back from it.
  await waitFor(() => expect(go.mock.calls).toEqual([[1], [-1]]));
  go.mockRestore();
  await shows([]);
  await heading('Albums');
  back();
  await heading('Other');
});

test('a layer in place of another has one entry', async () => {
  await open('Instead');
  back();
  await shows([]);
  back();
  await heading('Other');
});

test('what a layer changes in the address stays when it is closed', async () => {
  await open();
  press('Only galas');
  await waitFor(() => expect(location.search).toBe('?q=Gala'));
  await shows(['Filter']);
  back();
  await shows([]);
  await heading('Albums');
  expect(location.search).toBe('?q=Gala');
  expect(router.history.location.search).toBe('?q=Gala');
  back();
  await heading('Other');
});

test.each([
  ['a link in a layer', () => fireEvent.click(screen.getByRole('link', { name: 'Other page' })), []],
  ['a layer that closes and navigates', () => press('Delete it'), ['Delete']],
])('%s: from there, Back returns to the page without the layer', async (_name, leave, opening) => {
  await open(...opening);
  leave();
  await heading('Other');
  await shows([]);
  expect(location.pathname).toBe('/other');
  back();
  await heading('Albums');
  await shows([]);
  back();
  await heading('Other');
});

test('a layer that closes and goes back, such as a viewer after its image was deleted', async () => {
  await open('Instead');
  press('Close the album');
  await heading('Other');
});

test('a navigation while the entry of a closed layer is being left', async () => {
  await open();
  const go = vi.spyOn(history, 'go');
  escape();
  await waitFor(() => expect(go).toHaveBeenCalledWith(-1));
  go.mockRestore();
  await act(() => router.navigate({ to: '/other' } as never));
  await heading('Other');
  await shows([]);
  back();
  await heading('Albums');
  back();
  await heading('Other');
});

test('a sheet with unsaved changes: Back asks, Back on the question returns to the sheet, which stays', async () => {
  await goTo('/form', 'Form');
  await shows(['New album']);
  for (const _ of [1, 2]) {
    back();
    await shows(['New album', 'Leave without saving?']);
    back();
    await shows(['New album']);
  }
  back();
  await shows(['New album', 'Leave without saving?']);
  press('Discard changes');
  await shows([]);
  await heading('Form');
  back();
  await heading('Albums');
});

test('a page with unsaved changes: Back asks, Back on the question stays', async () => {
  await goTo('/settings', 'Settings');
  for (const _ of [1, 2]) {
    back();
    await shows(['Leave without saving?'], 0);
    // The layer is added when its code is here.
    await act(() => import('./layers.ts'));
    back();
    await shows([]);
    await heading('Settings');
    await waitFor(() => expect(location.pathname).toBe('/settings'));
  }
  back();
  await shows(['Leave without saving?'], 0);
  press('Discard changes');
  await heading('Albums');
});

test('the entry of a layer that a reload closed is left', async () => {
  await open();
  router.history.destroy();
  const { state } = history;
  cleanup();
  // As the browser has it after a reload.
  await shows([]);
  history.pushState(state, '', '/');
  router = makeRouter();
  render(<RouterProvider router={router as never} />);
  await heading('Albums');
  watchLayers(router);
  await shows([]);
  back();
  await heading('Other');
});

test('a layer that closes while the document is about to be replaced does not go back, which would stop that', async () => {
  press('Filter');
  await shows(['Filter']);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const go = vi.spyOn(history, 'go');
  try {
    dispatchEvent(new Event('beforeunload'));
    await act(async () => void escape());
    await act(async () => void vi.advanceTimersByTime(10_000));
    expect(layers()).toEqual([]);
    expect(go).not.toHaveBeenCalled();
    // It stayed after all.
    await act(async () => void vi.advanceTimersByTime(21_000));
    expect(go).toHaveBeenCalledWith(-1);
  } finally {
    go.mockRestore();
    vi.useRealTimers();
  }
  await shows([]);
});
