// The variables of an S3-compatible object storage.
import { isStorageKey } from '#server/storage/storage.ts';
import type { VariableName } from '#server/variables.ts';

/** Contains a secret: never log it or send it to clients. */
export interface S3Settings {
  bucket: string;
  region: string;
  /** Null: AWS, in the region. */
  endpoint: string | null;
  /** Addresses the bucket as a path of the endpoint instead of a part of its host name. */
  pathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
  /** Of every object's name; empty or with a slash at its end. */
  prefix: string;
  /** Requested for each object that is written. Null: what the bucket does by itself. */
  encryption: (typeof ENCRYPTIONS)[number] | null;
  /** Who sends large files that are downloaded: this server, or the service after a redirect. */
  downloads: (typeof DOWNLOADS)[number];
  /** Where browsers reach the service. Null: at `endpoint`. */
  publicEndpoint: string | null;
  /** Of thumbnails and previews, on the disk of this server; 0: none. */
  cacheBytes: number;
}

const ENCRYPTIONS = ['AES256', 'aws:kms'] as const;
const DOWNLOADS = ['server', 'redirect'] as const;
const CACHE_BYTES = 2 * 1024 ** 3;

type Read = (name: VariableName) => string | null;
type Wrong = (name: VariableName, why: string) => Error;

const dependent = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_PREFIX',
  'S3_PATH_STYLE',
  'S3_ENCRYPTION',
  'S3_DOWNLOADS',
  'S3_PUBLIC_ENDPOINT',
  'PICTURE_CACHE_BYTES',
] as const;

/** @param wrong creates the error for a variable; its text never repeats a secret */
export function readS3Settings(read: Read, wrong: Wrong): S3Settings | null {
  const bucket = read('S3_BUCKET');
  if (bucket === null) {
    for (const name of dependent) if (read(name) !== null) throw wrong(name, 'it is set, while S3_BUCKET is missing');
    return null;
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(bucket)) throw wrong('S3_BUCKET', `"${bucket}" is not the name of a bucket`);
  const required = (name: VariableName): string => {
    const value = read(name);
    if (value === null) throw wrong(name, 'it is missing, while S3_BUCKET is set');
    return value;
  };
  const endpoint = endpointOf('S3_ENDPOINT', read, wrong);
  const region = read('S3_REGION') ?? 'us-east-1';
  if (!/^[A-Za-z0-9-]+$/.test(region)) throw wrong('S3_REGION', `"${region}" is not a region such as eu-central-1`);
  const prefix = (read('S3_PREFIX') ?? '').replaceAll(/^\/+|\/+$/g, '');
  if (prefix !== '' && (!isStorageKey(prefix) || prefix.length > 200))
    throw wrong('S3_PREFIX', `"${prefix}" is not a folder name such as photos, of letters, digits and . _ - /`);
  const pathStyle = read('S3_PATH_STYLE') ?? (endpoint === null ? '0' : '1');
  if (pathStyle !== '0' && pathStyle !== '1') throw wrong('S3_PATH_STYLE', `"${pathStyle}" is neither 0 nor 1`);
  const wished = read('S3_ENCRYPTION');
  const encryption = ENCRYPTIONS.find((known) => known === wished) ?? null;
  if (wished !== null && encryption === null) throw wrong('S3_ENCRYPTION', `"${wished}" is none of ${ENCRYPTIONS.join(', ')}`);
  return {
    bucket,
    region,
    endpoint,
    pathStyle: pathStyle === '1',
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
    prefix: prefix === '' ? '' : `${prefix}/`,
    encryption,
    ...readDownloads(endpoint, read, wrong),
    cacheBytes: cacheBytesOf(read, wrong),
  };
}

function readDownloads(endpoint: string | null, read: Read, wrong: Wrong): Pick<S3Settings, 'downloads' | 'publicEndpoint'> {
  const wished = read('S3_DOWNLOADS') ?? 'server';
  const downloads = DOWNLOADS.find((known) => known === wished);
  if (downloads === undefined) throw wrong('S3_DOWNLOADS', `"${wished}" is none of ${DOWNLOADS.join(', ')}`);
  const publicEndpoint = endpointOf('S3_PUBLIC_ENDPOINT', read, wrong);
  if (publicEndpoint !== null && downloads !== 'redirect')
    throw wrong('S3_PUBLIC_ENDPOINT', 'it is set, while S3_DOWNLOADS is not redirect');
  const isInsecure = (publicEndpoint ?? endpoint)?.startsWith('http:') ?? false;
  // Browsers block such downloads of an https page.
  if (downloads === 'redirect' && isInsecure && read('PUBLIC_URL')?.startsWith('https:'))
    throw wrong('S3_PUBLIC_ENDPOINT', 'browsers must reach the object storage by https, as they reach PUBLIC_URL');
  return { downloads, publicEndpoint };
}

function cacheBytesOf(read: Read, wrong: Wrong): number {
  const value = read('PICTURE_CACHE_BYTES');
  if (value === null) return CACHE_BYTES;
  if (!/^\d{1,16}$/.test(value)) throw wrong('PICTURE_CACHE_BYTES', `"${value}" is not a number of bytes`);
  return Number(value);
}

function endpointOf(name: 'S3_ENDPOINT' | 'S3_PUBLIC_ENDPOINT', read: Read, wrong: Wrong): string | null {
  const value = read(name);
  if (value === null) return null;
  const parsed = URL.canParse(value) ? new URL(value) : null;
  // The value is not repeated in the error: it may contain a password.
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.search !== '' || parsed.hash !== '')
    throw wrong(name, 'it is not an address such as https://s3.example.org, without a user or a query');
  return parsed.href.replace(/\/+$/, '');
}
