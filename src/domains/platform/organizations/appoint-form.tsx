import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { platformUsers } from '#src/domains/platform/users/queries.ts';
import { emailRule } from '#src/lib/email-list.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { TextField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { appointOrganizationAdmin, type PlatformOrganization, platformOrganizations } from './queries.ts';
import { appointedMessage, type OrganizationAdminActions } from './use-organization-admins.ts';

const schema = v.object({
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter an email address.'), emailRule),
});

interface AppointFormProps extends Pick<OrganizationAdminActions, 'takeBack'> {
  organization: PlatformOrganization['organization'];
  onClose: () => void;
}

/** Appoints a person with an account as admin, whether or not they are a member. */
export default function AppointForm({ organization: { id, name }, takeBack, onClose }: AppointFormProps) {
  const client = useQueryClient();
  return (
    <SheetForm
      title={`Add an admin to ${name}`}
      description="The person with this account becomes an admin immediately, and joins the organization if needed. Other admins don’t change."
      schema={schema}
      values={{ email: '' }}
      submitLabel="Make admin"
      failureTitle="Couldn’t add an admin"
      fieldByCode={{ unknown_email: 'email', account_suspended: 'email', email_not_confirmed: 'email' }}
      submit={async ({ email }) => {
        const appointed = await appointOrganizationAdmin(id, { email });
        await Promise.all([platformOrganizations.invalidate(client), platformUsers.invalidate(client)]);
        return appointed;
      }}
      onDone={(appointed) => {
        const who = appointed.name || appointed.email;
        if (appointed.was === 'admin') toast.info(`${who} is already an admin of ${name}`);
        else
          toast.success(appointedMessage(who, appointed.status, ` of ${name}`), {
            action: { label: 'Undo', onClick: () => takeBack(appointed) },
          });
        onClose();
      }}
      onClose={onClose}
    >
      <TextField
        name="email"
        label="Email address"
        type="email"
        autoComplete="off"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
    </SheetForm>
  );
}
