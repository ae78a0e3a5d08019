import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import type { components } from '#openapi/api.ts';
import { limits } from '#openapi/limits.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { TextAreaField, TextField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { organizationQuery } from './queries.ts';
import { profileSchema, profileValues, toProfileChanges } from './settings/settings-values.ts';

interface ApplicationFormProps {
  organization: components['schemas']['Organization'];
  onClose: () => void;
}

/** Edits the details of a pending organization. Changes after a rejection resubmit it for review. */
export default function ApplicationForm({ organization, onClose }: ApplicationFormProps) {
  const client = useQueryClient();
  const { id, rejection_reason: reason } = organization;
  const values = profileValues({ profile: organization });
  const schema = v.pipe(
    profileSchema,
    v.forward(
      v.check(
        (typed) => !reason || JSON.stringify(toProfileChanges(typed)) !== JSON.stringify(toProfileChanges(values)),
        'Make the requested changes first.',
      ),
      ['name'],
    ),
  );
  return (
    <SheetForm
      title={reason ? 'Correct the details' : 'Edit details'}
      description={reason ? `Not approved: ${reason}` : 'The people reviewing your organization see this.'}
      schema={schema}
      values={values}
      submitLabel={reason ? 'Resubmit' : 'Save details'}
      failureTitle={reason ? 'Couldn’t submit the details' : 'Couldn’t save the details'}
      submit={async (typed) =>
        unwrap(await api.PUT('/api/v1/organizations/{id}', { params: { path: { id } }, body: toProfileChanges(typed) }))
      }
      onDone={(answer) => {
        client.setQueryData(organizationQuery(id).queryKey, answer);
        toast.success(reason ? 'Resubmitted' : 'Details saved');
        onClose();
      }}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <TextField name="name" label="Name" autoComplete="organization" maxLength={limits.organizationName} />
        <TextField name="contact_email" label="Contact email" type="email" optional autoComplete="email" />
        <TextField name="phone_number" label="Phone number" type="tel" optional autoComplete="tel" />
        <TextAreaField
          name="description"
          label="Description"
          optional
          help="What kind of events you photograph, and where to read about you."
        />
      </div>
    </SheetForm>
  );
}
