import type { S3Settings } from '#server/storage/s3-settings.ts';

/** For servers whose storage is a folder and that treat it as a bucket. */
export const FOLDER_AS_BUCKET: S3Settings = {
  endpoint: null,
  region: 'nowhere',
  bucket: 'folder',
  prefix: '',
  pathStyle: true,
  accessKeyId: 'none',
  secretAccessKey: 'none',
  encryption: null,
  downloads: 'server',
  publicEndpoint: null,
  cacheBytes: 0,
};
