import type { components } from '#openapi/api.ts';
import { canAnswerDataRequest } from '#server/accounts/policy.ts';
import type { DataRequestRow } from '#server/own-data/data-requests-repository.ts';
import { fullName, type Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

/** One month later, or the last day of a shorter month. */
export function dueDate(askedAt: Date): Date {
  const due = new Date(askedAt);
  due.setUTCMonth(due.getUTCMonth() + 1);
  if (due.getUTCDate() !== askedAt.getUTCDate()) due.setUTCDate(0);
  return due;
}

const shared = ({ id, kind, photos, status, note, recordedBy, askedAt, settledAt, answer }: DataRequestRow) => ({
  id,
  kind,
  photos,
  status,
  note,
  by_letter: recordedBy !== null,
  asked_at: askedAt.toISOString(),
  due_at: dueDate(askedAt).toISOString(),
  settled_at: settledAt?.toISOString() ?? null,
  answer,
});

export const presentOwnDataRequest = (row: DataRequestRow): Schemas['OwnDataRequest'] => shared(row);

export function presentDataRequest(row: DataRequestRow, viewer: Viewer): Schemas['DataRequest'] {
  const { person, recorder, settler, linkExpiresAt, downloadedAt } = row;
  return {
    ...shared(row),
    person: {
      id: row.userId,
      name: fullName(person.firstName, person.lastName),
      email: person.email,
      state: person.deletedAt ? 'deleted' : person.disabledAt ? 'suspended' : 'active',
    },
    reply_to: row.replyTo,
    recorded_by: recorder,
    settled_by: settler,
    link: linkExpiresAt && { expires_at: linkExpiresAt.toISOString(), downloaded_at: downloadedAt?.toISOString() ?? null },
    can: { answer: row.status === 'open' && canAnswerDataRequest(viewer, row) },
  };
}
