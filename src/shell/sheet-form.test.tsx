import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { nonEmpty, object, pipe, string } from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#src/transport/problem.ts';
import { TextField } from '#src/ui/form.tsx';
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

async function open(begins?: Values) {
  const routeTree = createRootRoute({ component: () => <Album begins={begins} /> });
  render(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />);
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
  vi.unstubAllGlobals();
});

describe('A form in a sheet', () => {
  test('opens at its first field', async () => {
    await open(empty);
    expect(document.activeElement).toBe(nameField());
  });

  test('goes to its first field once its values have come, and keeps them whatever comes later', async () => {
    await open();
    expect(screen.getByText('Loading the form')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create album' })).toBeNull();
    act(() => arrive({ name: 'Copy of Gala', place: 'Pier 4' }));
    expect(nameField().value).toBe('Copy of Gala');
    expect(document.activeElement).toBe(nameField());
    act(() => arrive({ name: 'Another', place: '' }));
    expect(nameField().value).toBe('Copy of Gala');
  });

  test('sends what was typed, and closes without a question', async () => {
    await open(empty);
    await userEvent.keyboard('Harbour Lights');
    await press('Create album');
    expect(submit).toHaveBeenCalledWith({ name: 'Harbour Lights', place: '' });
    expect(onDone).toHaveBeenCalledWith('made');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('goes to the first field that is wrong, here or to the server, and keeps what was typed', async () => {
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

  test('closes at once while nothing is lost, and asks when something would be', async () => {
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
});
