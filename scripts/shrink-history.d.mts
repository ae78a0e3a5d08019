export function shrinkHistory<Step>(
  steps: readonly Step[],
  run: (steps: Step[]) => Promise<number | null>,
  limit: number,
): Promise<{ steps: Step[]; runs: number; isMinimal: boolean }>;
