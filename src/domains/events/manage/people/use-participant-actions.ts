import { useQueryClient } from '@tanstack/react-query';
import { pluralize } from '#src/lib/format.ts';
import { toOptions } from '#src/lib/list-query.ts';
import { type MutationOptions, optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import {
  invalidateParticipants,
  type Invitation,
  invitations,
  type Participant,
  participants,
  type ParticipantRole,
  personKey,
  removeParticipant,
  removePhotos,
  restoreInvitation,
  restoreParticipant,
  restorePhotos,
  revoke,
  setRole,
} from './queries.ts';

/** Optimistic actions on participants and invitations, each with undo. */
export function useParticipantActions(eventId: string) {
  const client = useQueryClient();
  const ofPerson = {
    item: ({ person }: { person: Participant }) => personKey(person, eventId),
    settle: () => invalidateParticipants(client, eventId),
  } satisfies Partial<MutationOptions<{ person: Participant }, unknown>>;
  const ofInvitation = {
    item: ({ invitation }: { invitation: Invitation }) => invitation.id,
    settle: () => invitations.invalidate(client, eventId),
  } satisfies Partial<MutationOptions<{ invitation: Invitation }, unknown>>;

  const changeRole = optimisticMutation<{ person: Participant; role: ParticipantRole }>({
    ...ofPerson,
    apply: ({ person, role }) => participants.overlay.add(personKey(person, eventId), { role }),
    send: ({ person, role }) => setRole(eventId, person.user_id, role),
    applyRevert: ({ person }) => participants.overlay.add(personKey(person, eventId), { role: person.role }),
    revert: ({ person }) => setRole(eventId, person.user_id, person.role),
    done: ({ person, role }) => `${person.name} is now a ${roleLabels[role].name.toLowerCase()}`,
    failed: 'Couldn’t change the role',
  });
  const remove = optimisticMutation<{ person: Participant }>({
    ...ofPerson,
    apply: ({ person }) => participants.overlay.add(personKey(person, eventId), { removed_at: new Date().toISOString() }),
    send: ({ person }) => removeParticipant(eventId, person.user_id),
    applyRevert: ({ person }) => participants.overlay.add(personKey(person, eventId), { removed_at: null }),
    revert: ({ person }) => restoreParticipant(eventId, person.user_id),
    done: ({ person }) => `${person.name} was removed`,
    failed: 'Couldn’t remove the participant',
  });
  const restore = optimisticMutation<{ person: Participant }>({
    ...ofPerson,
    apply: ({ person }) => participants.overlay.add(personKey(person, eventId), { removed_at: null }),
    send: ({ person }) => restoreParticipant(eventId, person.user_id),
    applyRevert: ({ person }) => participants.overlay.add(personKey(person, eventId), { removed_at: person.removed_at }),
    revert: ({ person }) => removeParticipant(eventId, person.user_id),
    done: ({ person }) => `${person.name} is back in the event`,
    failed: 'Couldn’t let the participant back in',
  });
  const revokeInvitation = optimisticMutation<{ invitation: Invitation }>({
    ...ofInvitation,
    apply: ({ invitation }) => invitations.overlay.add(invitation.id, { revoked_at: new Date().toISOString() }),
    send: ({ invitation }) => revoke(eventId, invitation.id),
    applyRevert: ({ invitation }) => invitations.overlay.add(invitation.id, { revoked_at: null }),
    revert: ({ invitation }) => restoreInvitation(eventId, invitation.id),
    done: ({ invitation }) => `Invitation for ${invitation.email} revoked`,
    failed: 'Couldn’t revoke the invitation',
  });
  const undoRevocation = optimisticMutation<{ invitation: Invitation }>({
    ...ofInvitation,
    apply: ({ invitation }) => invitations.overlay.add(invitation.id, { revoked_at: null }),
    send: ({ invitation }) => restoreInvitation(eventId, invitation.id),
    applyRevert: ({ invitation }) => invitations.overlay.add(invitation.id, { revoked_at: invitation.revoked_at }),
    revert: ({ invitation }) => revoke(eventId, invitation.id),
    done: ({ invitation }) => `Invitation for ${invitation.email} restored`,
    failed: 'Couldn’t restore the invitation',
  });
  const removeAllPhotos = optimisticMutation<{ person: Participant; removalId: string }, number>({
    ...ofPerson,
    apply: ({ person }) => participants.overlay.add(personKey(person, eventId), { photos_count: 0 }),
    send: ({ person, removalId }) => removePhotos(eventId, person.user_id, removalId),
    applyRevert: ({ person }) => participants.overlay.add(personKey(person, eventId), { photos_count: person.photos_count }),
    revert: ({ person, removalId }) => restorePhotos(eventId, person.user_id, removalId),
    done: ({ person }, count) => `${pluralize(count, 'photo', 'photos')} of ${person.name} removed`,
    failed: 'Couldn’t remove the photos',
  });
  return { changeRole, remove, removePhotos: removeAllPhotos, restore, revokeInvitation, undoRevocation };
}

export type ParticipantActions = ReturnType<typeof useParticipantActions>;

export const roleLabels: Record<ParticipantRole, { name: string; help: string }> = {
  photographer: { name: 'Photographer', help: 'Can always view, like and take photos.' },
  guest: { name: 'Guest', help: 'Can do what the event’s settings allow guests.' },
  viewer: { name: 'Viewer', help: 'Can view and like photos.' },
};

export const roleOptions = toOptions(roleLabels).map(({ value, label: { name, help } }) => ({ value, label: name, help }));
