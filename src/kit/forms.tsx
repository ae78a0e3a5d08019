import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { boolean, email, minLength, nonEmpty, object, pipe, string } from 'valibot';
import { useAppForm } from '#src/shell/app-form.ts';
import { SettingsCard } from '#src/shell/settings-card.tsx';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { ApiError } from '#src/transport/problem.ts';
import { Button } from '#src/ui/button.tsx';
import { ColorField } from '#src/ui/color-field.tsx';
import { CheckboxField, Form, RadioField, SubmitButton, SwitchField, TextField } from '#src/ui/form.tsx';
import { RangeField } from '#src/ui/range-field.tsx';
import { KitSection, Panel, Specimen } from './section.tsx';

const schema = object({
  kind: string(),
  email: pipe(string(), nonEmpty('Enter an email address.'), email('Enter a valid email address.')),
  password: pipe(string(), minLength(10, 'At least 10 characters.')),
  stay: boolean(),
});

/** Fails like the server: once for a field, once for the whole form. */
function refuse(field: string | null): Promise<never> {
  const status = field ? 422 : 503;
  return Promise.reject(
    new ApiError(new Response(null, { status }), {
      type: 'about:blank',
      title: 'Refused',
      status,
      detail: 'The server is being restarted. Try again in a minute.',
      code: field ? 'invalid_request' : 'unavailable',
      request_id: 'req-kit-1',
      errors: field ? [{ field: `body.${field}`, message: 'This address belongs to an account already.' }] : [],
    }),
  );
}

const defaultValues = { kind: 'one', email: 'ana@example.org', password: 'correct horse', stay: true };
const options = [
  { value: 'one', label: 'One' },
  { value: 'two', label: 'Two' },
];

export function Forms() {
  const byField = useAppForm(schema, { defaultValues, submit: () => refuse('email') });
  const whole = useAppForm(schema, { defaultValues: { ...defaultValues, email: '', password: '' }, submit: () => refuse(null) });
  return (
    <KitSection title="Form">
      <div className="grid gap-6 md:grid-cols-2">
        {[byField, whole].map((form, index) => (
          <Panel key={index}>
            <Form form={form} failureTitle="Couldn’t create your account">
              <RadioField name="kind" label={`Kind ${index + 1}`} options={options} />
              <TextField name="email" label="Email" type="email" help="The first form is refused by the server for this field." />
              <TextField name="password" label="Password" type="password" />
              <CheckboxField name="stay" label="Stay logged in" />
              <SubmitButton>Send</SubmitButton>
            </Form>
          </Panel>
        ))}
      </div>
      <RouterProvider router={router} />
    </KitSection>
  );
}

/** Forms that confirm before leaving need a router. */
const router = createRouter({ routeTree: createRootRoute({ component: Patterns }), history: createMemoryHistory() });

const albumSchema = object({
  name: pipe(string(), nonEmpty('Give the album a name.')),
  shared: boolean(),
  color: string(),
  size: string(),
});
const fields = (
  <>
    <TextField name="name" label="Name of the album" autoComplete="off" />
    <SwitchField name="shared" label="Shared" help="Everyone with the link sees it." />
    <ColorField name="color" label="Colour" help="Typed or picked." />
    <RangeField name="size" label="Size" min={5} max={80} format={(value) => `${value} %`} />
  </>
);

function Patterns() {
  const [sheet, setSheet] = useState<'closed' | 'open' | 'loading'>('closed');
  const [album, setAlbum] = useState({ name: 'Harbour Lights', shared: true, color: '#1d4ed8', size: '25' });
  const close = () => setSheet('closed');
  return (
    <Specimen name="A form in a side sheet; a form over saved settings, with changes by others" wide>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setSheet('open')}>New album</Button>
        <Button onClick={() => setSheet('loading')}>New album, its values being read</Button>
        <Button onClick={() => setAlbum({ ...album, shared: !album.shared })}>Change the album as someone else</Button>
      </div>
      <SettingsCard
        title="Album"
        schema={albumSchema}
        saved={album}
        valuesOf={(saved) => saved}
        save={(values) => {
          setAlbum(values);
          return Promise.resolve(values);
        }}
      >
        {fields}
      </SettingsCard>
      {sheet !== 'closed' && (
        <SheetForm
          title="New album"
          schema={albumSchema}
          values={sheet === 'open' ? { name: '', shared: false, color: '#1d4ed8', size: '25' } : undefined}
          submitLabel="Create album"
          failureTitle="The album could not be made"
          submit={(values) => Promise.resolve(values)}
          onDone={close}
          onClose={close}
        >
          {fields}
        </SheetForm>
      )}
    </Specimen>
  );
}
