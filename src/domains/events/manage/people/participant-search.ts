import { listParticipantsParameters } from '#openapi/lists.ts';
import type { ListSearch } from '#src/lib/list-search.ts';

export const participantListParameters = listParticipantsParameters;
export type ParticipantSearch = ListSearch<typeof participantListParameters>;
