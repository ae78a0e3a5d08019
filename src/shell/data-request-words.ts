// What people ask the platform to do with their data, in the words of both: who asks, and who answers.
import type { components } from '#openapi/api.ts';
import type { Tone } from '#src/ui/badge.tsx';
import type { RadioOption } from '#src/ui/radio-group.tsx';

type Schemas = components['schemas'];
type Asked = Pick<Schemas['AskForDataRequest'], 'kind' | 'photos'>;

export const LONGEST_NOTE = 1000;

export const dataRequestKindWords: Record<Schemas['DataRequestKind'], string> = {
  export: 'Data export',
  deletion: 'Account deletion',
};

export const dataRequestStatusWords: Record<Schemas['DataRequestStatus'], { name: string; tone: Tone }> = {
  open: { name: 'Open', tone: 'info' },
  done: { name: 'Done', tone: 'success' },
  declined: { name: 'Declined', tone: 'warning' },
  withdrawn: { name: 'Withdrawn', tone: 'neutral' },
};

export const photosHelp: Record<Schemas['FateOfPhotos'], string> = {
  keep: 'They stay in the galleries without a name.',
  delete: 'They’re removed from all galleries immediately, and from our storage within a day.',
};

/** What can be wished for, as one choice. */
export const dataWishes = ['export', 'keep', 'delete'] as const;
export type DataWish = (typeof dataWishes)[number];

export const wishOptions: readonly (RadioOption & { value: DataWish })[] = [
  { value: 'export', label: 'A copy of the data', help: 'The original photos and all other data we store.' },
  { value: 'keep', label: 'Delete the account, keep its photos', help: photosHelp.keep },
  { value: 'delete', label: 'Delete the account and its photos', help: photosHelp.delete },
];

export const askedOf = (wish: DataWish): Asked => (wish === 'export' ? { kind: 'export' } : { kind: 'deletion', photos: wish });
