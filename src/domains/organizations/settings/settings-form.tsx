import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '#openapi/api.ts';
import { changeSettings, type OrganizationSettings, refetchSettings } from './queries.ts';

type Changes = components['schemas']['UpdateOrganizationSettingsRequest'];

/** How each form of the settings is saved: what differs from what it began with, over nothing that was not seen. */
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

/** Of both levels of the request, what is not so already. */
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

/** A form's fields; all of them are only shown to who may not change them. */
export function SettingsFields({ disabledReason, children }: { disabledReason: string | null; children: ReactNode }) {
  return (
    <fieldset disabled={disabledReason !== null} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {children}
    </fieldset>
  );
}
