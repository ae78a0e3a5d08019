// Finds a short history that still fails: halves are dropped first, then single steps (delta debugging).

/**
 * @template Step
 * @param {readonly Step[]} steps a history that fails
 * @param {(steps: Step[]) => Promise<number | null>} run repeats a part of it. Resolves with the position in the given steps at which it fails; null
 *   if it passes
 * @param {number} limit of runs
 * @returns {Promise<{ steps: Step[]; runs: number; isMinimal: boolean }>} `isMinimal`: it passes without any single one of its steps
 */
export async function shrinkHistory(steps, run, limit) {
  let failing = [...steps];
  let runs = 0;
  for (let parts = 2; failing.length > 1;) {
    const size = Math.ceil(failing.length / parts);
    let smaller = null;
    for (let from = 0; from < failing.length && smaller === null; from += size) {
      if (runs >= limit) return { steps: failing, runs, isMinimal: false };
      const rest = [...failing.slice(0, from), ...failing.slice(from + size)];
      if (rest.length === 0) continue;
      runs += 1;
      const failedAt = await run(rest);
      // What comes after the failure did not cause it.
      if (failedAt !== null) smaller = rest.slice(0, failedAt + 1);
    }
    if (smaller !== null) {
      failing = smaller;
      parts = Math.max(2, Math.min(parts - 1, failing.length));
    } else if (size === 1) break;
    else parts = Math.min(failing.length, parts * 2);
  }
  return { steps: failing, runs, isMinimal: true };
}
