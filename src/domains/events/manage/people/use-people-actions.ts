import { useQueryClient } from '@tanstack/react-query';
import { useUndoableOverlay } from '#src/shell/overlay.ts';
import {
  invitationOverlay,
  invitationsAreStale,
  participantOverlay,
  participantsAreStale,
  personKey,
  removeParticipant,
  revoke,
  setRole,
  type Invitation,
  type Participant,
  type ParticipantRole,
} from './queries.ts';
import { roleWords } from './role-words.ts';

/** What one may do with the people of an event. Each is shown at once, and made when its Undo has gone. */
export function usePeopleActions(eventId: string) {
  const client = useQueryClient();
  const changeRole = useUndoableOverlay<{ person: Participant; role: ParticipantRole }>({
    apply: ({ person, role }) => participantOverlay.lay(personKey(eventId, person), { role }),
    // Read again before what was laid over goes: the old role would show for a moment.
    commit: async ({ person, role }) => {
      await setRole(eventId, person.user_id, role);
      await participantsAreStale(client, eventId);
    },
    done: ({ person, role }) => `${person.name} is now a ${roleWords[role].name.toLowerCase()}`,
    failed: 'The role could not be changed',
  });
  const remove = useUndoableOverlay<{ person: Participant }>({
    apply: ({ person }) => participantOverlay.lay(personKey(eventId, person), null),
    commit: async ({ person }) => {
      await removeParticipant(eventId, person.user_id);
      await participantsAreStale(client, eventId);
    },
    done: ({ person }) => `${person.name} was removed`,
    failed: 'They could not be removed',
  });
  const takeBack = useUndoableOverlay<{ invitation: Invitation }>({
    apply: ({ invitation }) => invitationOverlay.lay(invitation.id, null),
    commit: async ({ invitation }) => {
      await revoke(eventId, invitation.id);
      await invitationsAreStale(client, eventId);
    },
    done: ({ invitation }) => `Invitation of ${invitation.email} taken back`,
    failed: 'The invitation could not be taken back',
  });
  return { changeRole, remove, takeBack };
}

export type PeopleActions = ReturnType<typeof usePeopleActions>;
