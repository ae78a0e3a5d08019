// A real S3 server for tests (s3-server.py).
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { readS3Settings, type S3Settings } from '#server/storage/s3-settings.ts';
import type { Environment } from '#server/variables.ts';
import { waitUntil } from './processes.ts';

export interface S3Server {
  endpoint: string;
  /** The variables of a server that stores its files in this bucket. */
  env: Environment & Record<string, string>;
  stop(): Promise<void>;
}

/** Starts it with an empty bucket. @throws with its output if it is not installed */
export async function startS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ais-s3-'));
  const child = spawn('/usr/bin/python3', [path.join(import.meta.dirname, 's3-server.py'), folder], { stdio: ['pipe', 'pipe', 'pipe'] });
  let [out, told] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
  await waitUntil(
    () => {
      if (hasEnded(child)) throw new Error(`The S3 server did not start. It needs the Debian package python3-swift.\n${told}`);
      return out.includes('\n');
    },
    60_000,
    () => `the S3 server was not ready in time:\n${told}`,
  );
  const endpoint = `http://127.0.0.1:${out.trim()}`;
  const env = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: `photos-${randomBytes(4).toString('hex')}`,
    S3_ACCESS_KEY_ID: 'test:tester',
    S3_SECRET_ACCESS_KEY: 'testing',
  };
  const { client } = openBucket(s3Settings(env));
  await client.send(new CreateBucketCommand({ Bucket: env.S3_BUCKET }));
  client.destroy();
  return {
    endpoint,
    env,
    async stop() {
      child.stdin.end();
      await waitUntil(
        () => hasEnded(child),
        10_000,
        () => 'the S3 server did not stop',
      );
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As the server reads them. */
export function s3Settings(env: Environment): S3Settings {
  const settings = readS3Settings(
    (name) => env[name] ?? null,
    (name, why) => new Error(`${name}: ${why}`),
  );
  if (!settings) throw new Error('S3_BUCKET is missing');
  return settings;
}

/** The bucket without the product's code. */
export function openBucket({ endpoint, region, accessKeyId, secretAccessKey, bucket }: S3Settings) {
  const client = new S3Client({
    ...(endpoint !== null && { endpoint }),
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  return { client, Bucket: bucket };
}
