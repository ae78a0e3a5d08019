export interface Failure {
  part: string;
  file: string;
  name: string;
  /** How its runner finds it: a file, or file:line. Empty for an error outside of tests. */
  target: string;
  /** The beginning of its error. */
  lines: string[];
}

export interface Outcome {
  failed: number;
  failures: Failure[];
}

export interface Verdict {
  flaky: Failure[];
  failed: Failure[];
  /** Why the run is red without a second run. */
  reason: string | null;
}

export function judgeFailures(failures: Failure[], runAgain: (part: string, targets: string[]) => Promise<Outcome>): Promise<Verdict>;
