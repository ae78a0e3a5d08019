import { toOptions } from '#src/lib/list-query.ts';
import type { ParticipantRole } from './queries.ts';

export const roleLabels: Record<ParticipantRole, { name: string; help: string }> = {
  photographer: { name: 'Photographer', help: 'Can view, like and take photos.' },
  guest: { name: 'Guest', help: 'Can view and like photos.' },
};

export const roleOptions = toOptions(roleLabels).map(({ value, label: { name, help } }) => ({ value, label: name, help }));
