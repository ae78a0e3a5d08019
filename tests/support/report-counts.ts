// What a long run tells beside passing: its counts, printed as they come, and by `npm run chaos` again at the end.
import { test } from '@playwright/test';

export function reportCounts(counts: string): void {
  console.log(counts);
  test.info().annotations.push({ type: 'told', description: counts });
}
