// Colors of an organization in the form: an empty field stands for the values by which the contract says "none".
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { useAppForm } from '#src/shell/app-form.ts';
import { ColorField } from '#src/ui/color-field.tsx';
import { Form, SubmitButton } from '#src/ui/form.tsx';
import { brandingSchema, brandingValues, brandingSummaries, toBranding } from './settings-values.ts';

afterEach(cleanup);

const unset = { primary_color: '#000000', secondary_color: '#ffffff', logo_url: null };

test('colors that are not set are empty in the form, and named in words', () => {
  const values = brandingValues({ branding: unset });
  expect(values).toEqual({ primary_color: '', secondary_color: '' });
  expect(brandingSummaries(values)).toEqual({ primary_color: ['Primary color', 'Default'], secondary_color: ['Secondary color', 'None'] });
  expect(toBranding(values)).toEqual({ branding: { primary_color: '#000000', secondary_color: '#ffffff' } });
});

function Colors({ submit }: { submit: (values: { primary_color: string; secondary_color: string }) => Promise<unknown> }) {
  const values = brandingValues({ branding: { ...unset, secondary_color: '#fed7aa' } });
  const form = useAppForm(brandingSchema, { defaultValues: values, submit });
  return (
    <Form form={form} failureTitle="Couldn’t save">
      <ColorField name="primary_color" label="Primary color" unset="Default" />
      <ColorField name="secondary_color" label="Secondary color" unset="None" />
      <SubmitButton>Save</SubmitButton>
    </Form>
  );
}

test('a color is reset by its button, after which the field says what holds', async () => {
  const submit = vi.fn(() => Promise.resolve());
  render(<Colors submit={submit} />);
  expect(screen.queryByRole('button', { name: 'Reset primary color' })).toBeNull();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Secondary color' });
  await userEvent.click(screen.getByRole('button', { name: 'Reset secondary color' }));
  expect(field.value).toBe('');
  expect(field.placeholder).toBe('None');
  expect(document.activeElement).toBe(field);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(submit).toHaveBeenCalledWith({ primary_color: '', secondary_color: '' }));
});
