import type { QueryClient } from '@tanstack/react-query';

export const noticesKey = ['notices'] as const;

export const invalidateNotices = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: noticesKey });
