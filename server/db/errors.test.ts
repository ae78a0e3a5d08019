import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '#server/config.ts';
import { DatabaseUnavailable, explainDatabaseFailure, isDatabaseUnavailable } from '#server/db/errors.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

const URL_OF_DATABASE = 'postgres://photos:very-secret@db.example.org:5433/photos?password=also-secret';
const failure = (message: string, fields: object) => Object.assign(new Error(message), fields);
const explain = (message: string, fields: object) => explainDatabaseFailure(failure(message, fields), URL_OF_DATABASE) as Error;
const ofServer = { severity: 'FATAL' };

let database: TestDeps;
beforeAll(async () => void (database = await openTestDeps()), 60_000);
afterAll(() => database.dispose());

describe('a database that cannot be used at the start', () => {
  it.each<[string, object, RegExp]>([
    [
      'password authentication failed for user "photos"',
      { ...ofServer, code: '28P01' },
      /^DATABASE_URL is wrong: PostgreSQL at db\.example\.org:5433 refuses the password of "photos"\.$/,
    ],
    [
      'role "photos" does not exist',
      { ...ofServer, code: '28000' },
      /^DATABASE_URL is wrong: .*:5433 refuses "photos" \(role "photos" does not exist\)\.$/,
    ],
    [
      'database "photos" does not exist',
      { ...ofServer, code: '3D000' },
      /^DATABASE_URL is wrong: .* has no database "photos"\. Create it first, or correct the name\.$/,
    ],
    [
      'permission denied for schema public',
      { ...ofServer, code: '42501' },
      /^DATABASE_URL is wrong: "photos" lacks a right in the database "photos" \(permission denied for schema public\)\. Make it the owner of the database\.$/,
    ],
    [
      'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
      {},
      /^DATABASE_URL is wrong: .* asks for a password, and there is none in it\.$/,
    ],
    ['The server does not support SSL connections', {}, /^DATABASE_URL is wrong: .* has no TLS\. Remove sslmode from it\.$/],
    ['self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, /^DATABASE_URL is wrong: the certificate of .* is not trusted/],
  ])('%s needs another configuration', (message, fields, sentence) => {
    const error = explain(message, fields);
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toMatch(sentence);
    expect(error.message).not.toContain('secret');
  });

  it.each<[string, object, RegExp]>([
    ['connect ECONNREFUSED 192.0.2.7:5433', { code: 'ECONNREFUSED', syscall: 'connect' }, /ECONNREFUSED/],
    ['getaddrinfo ENOTFOUND db.example.org', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, /ENOTFOUND/],
    ['the database system is starting up', { ...ofServer, code: '57P03' }, /the database system is starting up/],
    ['sorry, too many clients already', { ...ofServer, code: '53300' }, /too many clients/],
    ['timeout expired', {}, /timeout expired/],
    ['Connection terminated unexpectedly', {}, /Connection terminated/],
  ])('%s may end by itself', (message, fields, sentence) => {
    const error = explain(message, fields);
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(error.message).toMatch(
      /^The PostgreSQL of DATABASE_URL \(db\.example\.org:5433\) does not answer as it should \(.+\)\. Try again when it works\.$/,
    );
    expect(error.message).toMatch(sentence);
    expect(error.message).not.toContain('secret');
  });

  it('leaves what is no fault of the database as it is', () => {
    const defect = new TypeError('a defect');
    expect(explainDatabaseFailure(defect, URL_OF_DATABASE)).toBe(defect);
    const told = new ConfigError('told already');
    expect(explainDatabaseFailure(told, URL_OF_DATABASE)).toBe(told);
  });

  it('explains what the driver and PostgreSQL really report', async () => {
    const client = new pg.Client({ ...database.connection, database: 'missing' });
    const error: unknown = await client.connect().then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(explainDatabaseFailure(error, 'postgres:///missing?host=/run/postgresql')).toMatchObject({
      message: 'DATABASE_URL is wrong: PostgreSQL at /run/postgresql has no database "missing". Create it first, or correct the name.',
    });
  });
});

it('a name with several addresses is unavailable if none of them answers', () => {
  const refused = failure('connect ECONNREFUSED ::1:5432', { code: 'ECONNREFUSED', syscall: 'connect' });
  expect(isDatabaseUnavailable(Object.assign(new AggregateError([refused]), { code: 'ECONNREFUSED' }))).toBe(true);
  expect(isDatabaseUnavailable(new AggregateError([new TypeError('a defect')]))).toBe(false);
});
