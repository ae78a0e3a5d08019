import type { GeneratorProgress } from '#server/generation/generator.ts';

const PROGRESS_MS = 250;

/** Writes how far it is, not more often than people see it, one after the other. */
export function progressWriter(
  write: (told: { progress: number | null; message: string | null }) => Promise<void>,
  failed: (error: unknown) => void,
) {
  let next: { progress: number | null; message: string | null } | null = null;
  let written = '';
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let last = 0;
  let isOver = false;

  const flush = () => {
    timer = undefined;
    const told = next;
    next = null;
    if (told === null || JSON.stringify(told) === written || isOver) return;
    written = JSON.stringify(told);
    last = Date.now();
    writing = writing.then(() => write(told)).catch(failed);
  };
  return {
    report({ progress, message = '' }: GeneratorProgress) {
      if (isOver) return;
      const share = progress === null || Number.isNaN(progress) ? null : Math.min(1, Math.max(0, progress));
      next = { progress: share === null ? null : Math.round(share * 1000) / 1000, message: message || null };
      timer ??= setTimeout(flush, Math.max(0, last + PROGRESS_MS - Date.now()));
    },
    /** What was not written is not any more. */
    async end() {
      isOver = true;
      clearTimeout(timer);
      await writing;
    },
  };
}
