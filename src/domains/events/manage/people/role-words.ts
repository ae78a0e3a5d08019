import type { ParticipantRole } from './queries.ts';

export const roleWords: Record<ParticipantRole, { name: string; help: string }> = {
  photographer: { name: 'Photographer', help: 'Looks, likes and takes photos.' },
  guest: { name: 'Guest', help: 'Looks and likes.' },
};

export const roleOptions = (['photographer', 'guest'] as const).map((value) => ({
  value,
  label: roleWords[value].name,
  help: roleWords[value].help,
}));
