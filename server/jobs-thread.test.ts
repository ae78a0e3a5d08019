import { afterEach, expect, it, vi } from 'vitest';
import { startJobsThread } from '#server/jobs-thread.ts';

afterEach(() => vi.unstubAllEnvs());

it('says that it could not be started, as when there is no database, and leaves the process alone', async () => {
  vi.stubEnv('LOG_LEVEL', 'silent');
  const onDefect = vi.fn<(reason: Error) => void>();
  const started = startJobsThread({ host: '/nonexistent', port: 1, user: 'nobody', database: 'none' }, onDefect);
  await expect(started).rejects.toThrow('the thread of jobs ended with exit code 75');
  expect(onDefect).not.toHaveBeenCalled();
});
