// Empty color fields represent the contract's default colors.
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { useAppForm } from '#src/shell/app-form.ts';
import { ColorField } from '#src/ui/color-field.tsx';
import { Form, SubmitButton } from '#src/ui/form.tsx';
import { contrastMessages } from './branding-card.tsx';
import { brandingSchema, brandingValues, brandingSummaries, toBranding } from './settings-values.ts';

afterEach(cleanup);

const unset = { primary_color: '#000000', secondary_color: '#ffffff', logo_url: null };

test('default colors are empty in the form and have names in summaries', () => {
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

test('the button resets a color, and the field shows the default’s name', async () => {
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

test('reports the default color', () => {
  expect(contrastMessages('#000000')).toEqual(['No color is set. Events use the default.']);
});

test('reports the contrast of a color, and how text is adjusted if it is too low', () => {
  expect(contrastMessages('#1d4ed8')).toEqual([
    'Text on this color, as on posters and in emails, is white: easy to read (6.7 to 1).',
    'Text in this color is easy to read on light screens (6.7 to 1).',
    'This color is too dark for text on dark screens, so text is shown lighter.',
  ]);
  expect(contrastMessages('#fde68a')).toEqual([
    'Text on this color, as on posters and in emails, is black: easy to read (16.9 to 1).',
    'This color is too light for text on light screens (1.2 to 1), so text is shown darker.',
    'Text in this color is easy to read on dark screens.',
  ]);
});

test('reports a secondary color that is too close to the primary', () => {
  const last = (primary: string, secondary: string) => contrastMessages(primary, secondary).at(-1);
  expect(last('#1d4ed8', '#2563eb')).toBe('The secondary color is close to the primary (1.3 to 1), so the stripe is hard to see.');
  expect(last('#1d4ed8', '#fde68a')).toBe('This color is too dark for text on dark screens, so text is shown lighter.');
});
