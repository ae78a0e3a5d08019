import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { callInOrganization } from '#src/session/call-in-organization.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { SwitchField, useFieldValue } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { type Member, type MemberFlags, members } from './queries.ts';
import { memberFlagLabels, memberName, memberRoleLabels, type StaffFlag } from './staff-labels.ts';

const flagsSchema = v.object({
  view_events: v.boolean(),
  participate_events: v.boolean(),
  manage_org_members: v.boolean(),
  manage_org_settings: v.boolean(),
});
type FlagValues = v.InferOutput<typeof flagsSchema>;

const flags = Object.keys(memberFlagLabels) as StaffFlag[];

/** Stores only differences from the role, so the other permissions follow role changes. */
const overridesOf = (values: FlagValues, byRole: MemberFlags): MemberFlags =>
  Object.fromEntries(flags.filter((flag) => values[flag] !== (byRole[flag] ?? false)).map((flag) => [flag, values[flag]]));

interface PermissionsFormProps {
  organizationId: string;
  member: Member;
  onClose: () => void;
}

/** Edits a member's permissions: the role's defaults and the overrides. */
export default function PermissionsForm({ organizationId, member, onClose }: PermissionsFormProps) {
  const client = useQueryClient();
  const byRole = member.role_permissions;
  return (
    <SheetForm
      title={`Permissions for ${memberName(member)}`}
      description="Changes apply right away, on every device."
      schema={flagsSchema}
      values={Object.fromEntries(flags.map((flag) => [flag, member.permissions[flag] ?? false])) as FlagValues}
      submitLabel="Save permissions"
      failureTitle="Couldn’t change the permissions"
      submit={async (values) => {
        await callInOrganization('PUT /api/v1/organizations/{id}/members/{memberId}/permissions', {
          path: { id: organizationId, memberId: member.id },
          body: { permissions: overridesOf(values, byRole) },
        });
        await members.invalidate(client, organizationId);
      }}
      onDone={() => {
        toast.success('Permissions saved');
        onClose();
      }}
      onClose={onClose}
    >
      <div className="grid gap-5">
        {flags.map((flag) => (
          <FlagSwitch key={flag} flag={flag} member={member} />
        ))}
      </div>
    </SheetForm>
  );
}

/** Shows the role's default and marks overrides. */
function FlagSwitch({ flag, member }: { flag: StaffFlag; member: Member }) {
  const byRole = member.role_permissions[flag] ?? false;
  const isChanged = useFieldValue(flag) !== byRole;
  return (
    <SwitchField
      name={flag}
      label={memberFlagLabels[flag].name}
      help={
        <>
          {memberFlagLabels[flag].help} {byRole ? 'On' : 'Off'} by default for {memberRoleLabels[member.role].name.toLowerCase()}s.{' '}
          {isChanged && <Badge tone="accent">Changed for {member.first_name || member.email}</Badge>}
        </>
      }
    />
  );
}
