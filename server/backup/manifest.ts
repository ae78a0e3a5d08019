// The manifest of a backup (its first entry) and the checksums of all entries (its last).

/** Why a backup cannot be made or restored, as a sentence for the user. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export const FORMAT = 'AI Image Suite backup 1';
export const MANIFEST = 'manifest.json';
export const CHECKSUMS = 'checksums.json';

export interface TableDump {
  /** With its schema. */
  name: string;
  columns: string[];
  rows: number;
  /** The entry with its rows, as PostgreSQL's COPY text format, compressed by gzip. */
  entry: string;
}

interface Sequence {
  /** With its schema. */
  name: string;
  last: string;
}

export interface Manifest {
  format: string;
  made_at: string;
  /** When the newest migration was written that the database had (ms), and how many of the job queue's own it had. */
  schema: number;
  queue_schema: number;
  tables: TableDump[];
  sequences: Sequence[];
}

export interface Checksum {
  name: string;
  bytes: number;
  sha256: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => Number.isSafeInteger(value);

const isTable = (value: unknown): value is TableDump =>
  isRecord(value) &&
  isText(value.name) &&
  isText(value.entry) &&
  isCount(value.rows) &&
  Array.isArray(value.columns) &&
  value.columns.every(isText);

const isSequence = (value: unknown): value is Sequence => isRecord(value) && isText(value.name) && isText(value.last);

function isManifest(value: unknown): value is Manifest {
  return (
    isRecord(value) &&
    isText(value.made_at) &&
    isCount(value.schema) &&
    isCount(value.queue_schema) &&
    Array.isArray(value.tables) &&
    value.tables.every(isTable) &&
    Array.isArray(value.sequences) &&
    value.sequences.every(isSequence)
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @throws {BackupError} */
export function readManifest(text: string): Manifest {
  const value = parse(text);
  if (!isRecord(value) || value.format !== FORMAT)
    throw new BackupError('It is no backup of AI Image Suite, or of a version that wrote others.');
  if (!isManifest(value)) throw new BackupError('Its metadata is damaged.');
  return value;
}

/** @throws {BackupError} */
export function readChecksums(text: string): Checksum[] {
  const value = parse(text);
  const isChecksum = (one: unknown): one is Checksum => isRecord(one) && isText(one.name) && isText(one.sha256) && isCount(one.bytes);
  if (!Array.isArray(value) || !value.every(isChecksum)) throw new BackupError('Its list of contents is damaged.');
  return value;
}

/** A file of the data folder, as the server names those that it writes. */
export const FILE_ENTRY = /^files\/(?:photos|mail)(?:\/[A-Za-z0-9_-][A-Za-z0-9._@+-]*)+$/;
