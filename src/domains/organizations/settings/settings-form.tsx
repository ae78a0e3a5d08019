import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '#openapi/api.ts';
import { changeSettings, type OrganizationSettings, refetchSettings } from './queries.ts';

type Changes = components['schemas']['UpdateOrganizationSettingsRequest'];

/** Saves only the changed fields, and fails if someone else has changed the settings. */
export function useSaveSettings(orgId: string) {
  const client = useQueryClient();
  return {
    reread: () => refetchSettings(client, orgId),
    save: async (base: OrganizationSettings, wanted: Changes, before: Changes): Promise<OrganizationSettings> => {
      const body = changedFields(wanted, before);
      return Object.keys(body).length === 0 ? base : changeSettings(client, base, body);
    },
  };
}

/** The fields of `wanted` that differ from `before`, recursively. */
function changedFields<T extends object>(wanted: T, before: T): Partial<T> {
  const changed = Object.entries(wanted).flatMap(([key, value]: [string, unknown]) => {
    const was: unknown = before[key as keyof T];
    if (value === was) return [];
    if (typeof value !== 'object' || value === null || typeof was !== 'object' || was === null) return [[key, value]];
    const inner = changedFields(value, was);
    return Object.keys(inner).length === 0 ? [] : [[key, inner]];
  });
  return Object.fromEntries(changed) as Partial<T>;
}

/** Disables all fields for people without the permission to change them. */
export function SettingsFields({ disabledReason, children }: { disabledReason: string | null; children: ReactNode }) {
  return (
    <fieldset disabled={disabledReason !== null} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {children}
    </fieldset>
  );
}
