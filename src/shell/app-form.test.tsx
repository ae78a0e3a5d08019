import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { minLength, object, pipe, string } from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#src/transport/problem.ts';
import { Form, SubmitButton, TextField } from '#src/ui/form.tsx';
import { fieldErrors, useAppForm } from './app-form.ts';

const schema = object({ email: string(), password: pipe(string(), minLength(10, 'At least 10 characters.')) });

function refusal(status: number, code: string, errors: { field: string; message: string }[] = [], detail = 'No.') {
  const problem = { type: 'about:blank', title: 'x', status, detail, code, errors, request_id: 'req-7' };
  return new ApiError(new Response(null, { status }), problem);
}

function Account({ submit }: { submit: (values: { email: string; password: string }) => Promise<unknown> }) {
  const form = useAppForm(schema, { defaultValues: { email: '', password: '' }, fieldByCode: { email_taken: 'email' }, submit });
  return (
    <Form form={form} failureTitle="Couldn’t create your account">
      <TextField name="email" label="Email" maxLength={20} />
      <TextField name="password" label="Password" type="password" />
      <SubmitButton>Create account</SubmitButton>
    </Form>
  );
}

async function fillIn(password = 'correct horse') {
  await userEvent.type(screen.getByLabelText('Email'), 'ana@example.org');
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
}

afterEach(cleanup);

it.each([
  ['must be an https address on the internet', 'Must be an https address on the internet.'],
  ['No such domain.', 'No such domain.'],
])('shows what the server says of a field as a sentence: %s', (message, shown) => {
  const error = refusal(422, 'invalid_request', [{ field: 'body.email', message }]);
  expect(fieldErrors(error, ['email']).fields).toEqual([{ name: 'email', message: shown }]);
});

describe('A form', () => {
  it('does not submit invalid values, and shows the reason beside the field', async () => {
    const submit = vi.fn(() => Promise.resolve());
    render(<Account submit={submit} />);
    await fillIn('short');
    expect(await screen.findByText('At least 10 characters.')).toBeTruthy();
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
    expect(submit).not.toHaveBeenCalled();
  });

  it('counts the remaining characters close to the limit', async () => {
    render(<Account submit={() => Promise.resolve()} />);
    const email = screen.getByLabelText('Email');
    await userEvent.type(email, 'ana@examp');
    expect(screen.queryByText(/characters left/)).toBeNull();
    await userEvent.type(email, 'le.org');
    expect(screen.getByText('5 characters left')).toBeTruthy();
    await userEvent.paste('anization');
    expect(screen.getByText('No characters left. The limit is 20.')).toBeTruthy();
  });

  it('shows server errors beside their fields, and preserves the typed values', async () => {
    render(
      <Account submit={() => Promise.reject(refusal(422, 'invalid_request', [{ field: 'body.email', message: 'No such domain.' }]))} />,
    );
    await fillIn();
    const message = await screen.findByText('No such domain.');
    const email = screen.getByLabelText<HTMLInputElement>('Email');
    expect(email.getAttribute('aria-describedby')).toBe(message.id);
    expect(email.value).toBe('ana@example.org');
    expect(document.activeElement).toBe(email);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('assigns an error code of the server to its field', async () => {
    render(<Account submit={() => Promise.reject(refusal(409, 'email_taken', [], 'There is an account with this address.'))} />);
    await fillIn();
    expect((await screen.findByText('There is an account with this address.')).id).toBe(
      screen.getByLabelText('Email').getAttribute('aria-describedby'),
    );
  });

  it('shows any other failure above the fields, with the request id when the server is at fault', async () => {
    render(<Account submit={() => Promise.reject(refusal(503, 'unavailable', [], 'The server is being restarted.'))} />);
    await fillIn();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Couldn’t create your account');
    expect(alert.textContent).toContain('The server is being restarted.');
    expect(alert.textContent).toContain('req-7');
  });

  it('explains unexpected errors in plain words', async () => {
    render(<Account submit={() => Promise.reject(new TypeError('undefined is not a function'))} />);
    await fillIn();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Something went wrong in the app.');
    expect(alert.textContent).not.toContain('undefined');
  });

  it('clears an old failure when it is submitted again', async () => {
    const submit = vi.fn().mockRejectedValueOnce(new Error('Can’t reach the server.')).mockResolvedValueOnce(undefined);
    render(<Account submit={submit} />);
    await fillIn();
    await screen.findByRole('alert');
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(submit).toHaveBeenCalledTimes(2);
  });
});

describe('The errors of a refusal', () => {
  it('that no field shows are shown for the whole form', () => {
    const error = refusal(422, 'invalid_request', [
      { field: 'body.email', message: 'Wrong.' },
      { field: 'body.email', message: 'Very wrong.' },
      { field: 'header.x-account', message: 'Missing.' },
    ]);
    expect(fieldErrors(error, ['email'])).toEqual({ fields: [{ name: 'email', message: 'Wrong.' }], rest: true });
    expect(fieldErrors(error, ['email', 'header']).rest).toBe(false);
  });
});
