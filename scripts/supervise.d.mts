/** What of a child process the supervisor needs. */
export interface Supervised {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  once(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
  kill(signal: NodeJS.Signals): unknown;
}

export function supervise(parts: {
  start: () => Supervised;
  say: (text: string) => void;
  signals?: { on(signal: string, listener: () => void): unknown };
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
  now?: () => number;
}): Promise<number>;
