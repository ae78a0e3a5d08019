import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { nonEmpty, object, pipe, string } from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#src/transport/problem.ts';
import { reportReachable } from '#src/transport/reachability.ts';
import { TextField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { isBefore } from '#tests/support/document-order.ts';
import { SheetForm } from './sheet-form.tsx';

const schema = object({ name: pipe(string(), nonEmpty('Give it a name.')), place: string() });
type Values = { name: string; place: string };

const submit = vi.fn<(values: Values) => Promise<unknown>>();
const onDone = vi.fn();
let arrive: (values: Values) => void;

function Album({ begins }: { begins: Values | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const [values, setValues] = useState(begins);
  useEffect(() => {
    arrive = setValues;
  }, []);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        New album
      </button>
      {isOpen && (
        <SheetForm
          title="New album"
          schema={schema}
          values={values}
          submitLabel="Create album"
          failureTitle="The album could not be made"
          submit={submit}
          onDone={(answer) => {
            onDone(answer);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        >
          <TextField name="name" label="Name" />
          <TextField name="place" label="Place" optional />
        </SheetForm>
      )}
    </>
  );
}

let history: ReturnType<typeof createMemoryHistory>;

async function open(begins?: Values) {
  const root = createRootRoute();
  const albums = createRoute({ getParentRoute: () => root, path: '/', component: () => <Album begins={begins} /> });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '/elsewhere', component: () => <h1>Elsewhere</h1> });
  history = createMemoryHistory();
  render(<RouterProvider router={createRouter({ routeTree: root.addChildren([albums, elsewhere]), history })} />);
  await userEvent.click(await screen.findByRole('button', { name: 'New album' }));
}

const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const empty = { name: '', place: '' };

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  submit.mockReset().mockResolvedValue('made');
  onDone.mockReset();
});
afterEach(() => {
  cleanup();
  reportReachable(true);
  vi.unstubAllGlobals();
});

describe('A form in a sheet', () => {
  test('opens at its first field', async () => {
    await open(empty);
    expect(document.activeElement).toBe(nameField());
  });

  test('focuses its first field once its values have loaded, and ignores later values', async () => {
    await open();
    expect(screen.getByText('Loading the form')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create album' })).toBeNull();
    act(() => arrive({ name: 'Copy of Gala', place: 'Pier 4' }));
    expect(nameField().value).toBe('Copy of Gala');
    expect(document.activeElement).toBe(nameField());
    act(() => arrive({ name: 'Another', place: '' }));
    expect(nameField().value).toBe('Copy of Gala');
  });

  test('submits the typed values, and closes without a question', async () => {
    await open(empty);
    await userEvent.keyboard('Harbour Lights');
    await press('Create album');
    expect(submit).toHaveBeenCalledWith({ name: 'Harbour Lights', place: '' });
    expect(onDone).toHaveBeenCalledWith('made');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('reports a lost connection below the fields, which do not move', async () => {
    await open({ name: '', place: '' });
    const place = screen.getByRole('textbox', { name: /^Place/ });
    act(() => reportReachable(false));
    expect(isBefore(place, screen.getByText(/^You can submit it once/))).toBe(true);
  });

  test('focuses the first invalid field, found here or by the server, and preserves the typed values', async () => {
    await open(empty);
    await press('Create album');
    expect(submit).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(nameField());
    await userEvent.keyboard('Gala');
    await userEvent.type(screen.getByRole('textbox', { name: /Place/ }), 'Nowhere');
    const problem = { type: 'about:blank', title: 'x', status: 422, detail: 'No.', code: 'invalid_request', request_id: 'r1' };
    const errors = [{ field: 'body.place', message: 'There is no such place.' }];
    submit.mockRejectedValueOnce(new ApiError(new Response(null, { status: 422 }), { ...problem, errors }));
    await press('Create album');
    await screen.findByText('There is no such place.');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Place/ }));
    expect(nameField().value).toBe('Gala');
  });

  test('closes at once if nothing would be lost, and asks otherwise', async () => {
    await open(empty);
    await press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('New album');
    await userEvent.keyboard('Gala');
    await press('Close');
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(nameField().value).toBe('Gala');
    await userEvent.keyboard('{Escape}');
    await press('Discard changes');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(submit).not.toHaveBeenCalled();
  });

  describe('left during the submit', () => {
    let sent: (answer: unknown) => void;
    let failed: (reason: unknown) => void;
    beforeEach(async () => {
      submit.mockReturnValueOnce(
        new Promise((resolve, reject) => {
          sent = resolve;
          failed = reject;
        }),
      );
      await open(empty);
      await userEvent.keyboard('Gala');
      await press('Create album');
    });
    const question = () => screen.queryByRole('dialog', { name: 'Leave without saving?' });
    const goTo = async (path: string) => {
      act(() => history.push(path));
      await waitFor(() => expect(question()).toBeTruthy());
    };

    test('continues to another page once it is saved, and confirms there', async () => {
      const said = vi.spyOn(toast, 'success');
      await goTo('/elsewhere');
      await act(async () => sent('made'));
      expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeTruthy();
      expect(question()).toBeNull();
      expect(said.mock.calls).toEqual([['Changes saved']]);
      expect(onDone).not.toHaveBeenCalled();
      said.mockRestore();
    });

    test('completes normally if the sheet itself was closed', async () => {
      await goTo('/?part=two');
      await act(async () => sent('made'));
      await waitFor(() => expect(onDone).toHaveBeenCalledWith('made'));
      expect(history.location.href).toBe('/?part=two');
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    test('closes, and its question with it', async () => {
      await press('Close');
      await waitFor(() => expect(question()).toBeTruthy());
      await act(async () => sent('made'));
      expect(onDone).toHaveBeenCalledTimes(1);
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    test('asks again if it was not saved', async () => {
      await goTo('/elsewhere');
      await act(async () => failed(new Error('no')));
      expect(question()).toBeTruthy();
      await press('Keep editing');
      expect(nameField().value).toBe('Gala');
      expect(history.location.href).toBe('/');
    });
  });
});
