// What a long run tells beside passing: its counts, printed by `npm run chaos`.
import { test } from '@playwright/test';

export function reportCounts(counts: string): void {
  test.info().annotations.push({ type: 'told', description: counts });
}
