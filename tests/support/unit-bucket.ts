// The bucket of the unit tests that run with S3.
import type { TestProject } from 'vitest/node';
import type { Environment } from '#server/variables.ts';
import { startS3Server } from './s3-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Only in the project `s3`. */
    bucket: Environment | undefined;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startS3Server();
  project.provide('bucket', server.env);
  return server.stop;
}
