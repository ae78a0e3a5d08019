import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig, type VariableName } from '#server/config.ts';

test('a new user needs to set nothing', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: null,
    databaseUrl: null,
    demo: true,
    role: 'all',
    checkAnswers: false,
    trustProxy: false,
  });
});

test('demo data is never made in production, and in a database of your own only when asked for', () => {
  expect(readConfig({ NODE_ENV: 'production', DEMO: '1' }).demo).toBe(false);
  expect(readConfig({ DATABASE_URL: 'postgres://db/app' }).demo).toBe(false);
  expect(readConfig({ DATABASE_URL: 'postgres://db/app', DEMO: '1' }).demo).toBe(true);
  expect(readConfig({ DEMO: '0' }).demo).toBe(false);
});

describe('a wrong value stops the start with a sentence that names it', () => {
  const wrong: [VariableName, string][] = [
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '3000x'],
    ['DATABASE_URL', 'mysql://db'],
    ['PUBLIC_URL', 'photos.example.org'],
    ['WEB_ORIGINS', 'https://app.example.org/path'],
    ['WEB_ORIGINS', '*'],
    ['API_BASE', 'api.example.org'],
    ['DEMO', 'yes'],
    ['NODE_ENV', 'prod'],
    ['ROLE', 'worker'],
    ['MAX_PHOTO_BYTES', '50MB'],
    ['MAX_PHOTO_PIXELS', '0'],
    ['MAX_OPEN_UPLOADS', '0'],
    ['MAX_OPEN_UPLOAD_BYTES', '2GB'],
    ['DISK_RESERVE_BYTES', '5%'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'everyone!'],
    ['SUPER_ADMIN_PASSWORD', 'long enough, but for whom'],
    ['LOGIN_RATE_LIMIT', '0'],
  ];
  test('a password of the first super admin that is guessed first', () => {
    const read = (SUPER_ADMIN_PASSWORD: string) => () => readConfig({ SUPER_ADMIN_EMAIL: 'root@example.org', SUPER_ADMIN_PASSWORD });
    expect(read('password123')).toThrow(/^SUPER_ADMIN_PASSWORD is wrong: .+leaked ones.+\.$/);
    expect(read('root@example.org')).toThrow('SUPER_ADMIN_PASSWORD is wrong');
    expect(read('lantern-orbit-quarry-9')).not.toThrow();
  });
  test.each(wrong)('%s=%s', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/^(SUPER_ADMIN_EMAIL|\w+) is wrong: .+\.$/);
    if (name !== 'SUPER_ADMIN_PASSWORD') expect(read).toThrow(name);
  });
});

test('a password in DATABASE_URL is not repeated', () => {
  expect(() => readConfig({ DATABASE_URL: 'http://app:secret@db' })).toThrow(/^(?!.*secret)/);
});

test('PUBLIC_URL loses its last slash', () => {
  expect(readConfig({ PUBLIC_URL: 'https://photos.example.org/' }).publicUrl).toBe('https://photos.example.org');
});

test('WEB_ORIGINS lists origins', () => {
  expect(readConfig({ WEB_ORIGINS: 'https://app.example.org, http://127.0.0.1:5000/' }).webOrigins).toEqual([
    'https://app.example.org',
    'http://127.0.0.1:5000',
  ]);
  expect(readConfig({}).webOrigins).toEqual([]);
});
