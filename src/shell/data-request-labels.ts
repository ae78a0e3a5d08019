// Labels of requests about personal data (export, deletion), shared by the screens of people and of the platform.
import type { components } from '#openapi/api.ts';
import type { Tone } from '#src/ui/badge.tsx';
import type { RadioOption } from '#src/ui/radio-group.tsx';

type Schemas = components['schemas'];
type DataRequestBody = Pick<Schemas['AskForDataRequest'], 'kind' | 'photos'>;

export const MAX_NOTE_LENGTH = 1000;

export const dataRequestKindLabels: Record<Schemas['DataRequestKind'], string> = {
  export: 'Data export',
  deletion: 'Account deletion',
};

export const dataRequestStatusLabels: Record<Schemas['DataRequestStatus'], { name: string; tone: Tone }> = {
  open: { name: 'Open', tone: 'info' },
  done: { name: 'Done', tone: 'success' },
  declined: { name: 'Declined', tone: 'warning' },
  withdrawn: { name: 'Withdrawn', tone: 'neutral' },
};

export const photosHelp: Record<Schemas['FateOfPhotos'], string> = {
  keep: 'They stay in the galleries without a name.',
  delete: 'They’re removed from all galleries immediately, and from our storage within a day.',
};

/** The possible requests, as one choice. */
export const dataRequestChoices = ['export', 'keep', 'delete'] as const;
export type DataRequestChoice = (typeof dataRequestChoices)[number];

export const dataRequestOptions: readonly (RadioOption & { value: DataRequestChoice })[] = [
  { value: 'export', label: 'A copy of the data', help: 'The original photos and all other data we store.' },
  { value: 'keep', label: 'Delete the account, keep its photos', help: photosHelp.keep },
  { value: 'delete', label: 'Delete the account and its photos', help: photosHelp.delete },
];

export const toDataRequest = (choice: DataRequestChoice): DataRequestBody =>
  choice === 'export' ? { kind: 'export' } : { kind: 'deletion', photos: choice };
