import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useAppForm } from '#src/shell/app-form.ts';
import { Form } from '#src/ui/form.tsx';
import { EventFields } from './event-fields.tsx';
import { eventFormSchema, newEventValues } from './event-form-values.ts';

afterEach(cleanup);

function NewEventForm({ type }: { type: 'public' | 'private' }) {
  const rules = { require_approval: false, auto_gallery: true, allow_downloads: true };
  const defaultValues = newEventValues({ default_type: type, default_duration: 2, ...rules });
  const form = useAppForm(eventFormSchema, { defaultValues, submit: () => Promise.resolve() });
  return (
    <Form form={form} failureTitle="Couldn’t create the event">
      <EventFields isNew />
    </Form>
  );
}

it.each(['public', 'private'] as const)('asks for the visibility right after the name and explains the option: %s', (type) => {
  render(<NewEventForm type={type} />);
  const [first, second] = screen.getAllByRole('textbox').concat(screen.getAllByRole('radio')).toSorted(inDocument);
  expect(first).toBe(screen.getByLabelText('Name'));
  expect(second).toBe(screen.getByRole('radio', { name: 'Private' }));
  const publicChoice = screen.getByRole('radio', { name: 'Public', description: /^Members of other organizations can find it/ });
  expect(screen.getByRole('radio', { name: 'Private', description: /^Only people who join/ })).toHaveProperty(
    'checked',
    type === 'private',
  );
  expect(publicChoice).toHaveProperty('checked', type === 'public');
});

const inDocument = (a: Element, b: Element) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
