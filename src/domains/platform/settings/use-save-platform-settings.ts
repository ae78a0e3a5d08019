import { useQueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { changePlatformSettings, type PlatformSettings } from './queries.ts';

type Changes = components['schemas']['ChangePlatformSettingsRequest'];

/** How each form of the settings is saved: its own part, where it differs from what the form began with. */
export function useSavePlatformSettings<Values>(toChanges: (values: Values) => Changes, valuesOf: (saved: PlatformSettings) => Values) {
  const client = useQueryClient();
  return async (values: Values, base: PlatformSettings): Promise<PlatformSettings> => {
    const body = toChanges(values);
    return JSON.stringify(body) === JSON.stringify(toChanges(valuesOf(base))) ? base : changePlatformSettings(client, body);
  };
}
