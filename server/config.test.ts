import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';
import type { Environment, VariableName } from '#server/variables.ts';

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

test('demo data is never created in production, and in an external database only on request', () => {
  expect(readConfig({ NODE_ENV: 'production', DEMO: '1' }).demo).toBe(false);
  expect(readConfig({ DATABASE_URL: 'postgres://db/app' }).demo).toBe(false);
  expect(readConfig({ DATABASE_URL: 'postgres://db/app', DEMO: '1' }).demo).toBe(true);
  expect(readConfig({ DEMO: '0' }).demo).toBe(false);
});

test('metrics and traces are off until they have a port and a collector', () => {
  expect(readConfig({ METRICS_HOST: '0.0.0.0', OTEL_SERVICE_NAME: 'venue' })).toMatchObject({ metrics: null, traces: null });
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' });
  expect(readConfig({ METRICS_PORT: '0', METRICS_HOST: '0.0.0.0' }).metrics).toEqual({ port: 0, host: '0.0.0.0' });
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example.org/v1/' };
  expect(readConfig(collector).traces).toEqual({ endpoint: 'https://otel.example.org/v1', serviceName: 'ai-image-suite', share: 1 });
  expect(readConfig({ ...collector, OTEL_SERVICE_NAME: 'venue', OTEL_TRACES_SAMPLER_ARG: '0.01' }).traces).toMatchObject({
    serviceName: 'venue',
    share: 0.01,
  });
  expect(() => readConfig({ ...collector, OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow(
    'OTEL_TRACES_SAMPLER_ARG is wrong: "2" is not a number from 0 to 1.',
  );
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
    ['PASSKEY_DOMAIN', 'https://example.org'],
    ['VAPID_SUBJECT', 'http://example.org'],
    ['VAPID_SUBJECT', 'photos@example.org'],
    ['PUSH_TO_LOOPBACK', '1'],
    ['DEMO', 'yes'],
    ['NODE_ENV', 'prod'],
    ['ROLE', 'worker'],
    ['MAX_PHOTO_BYTES', '50MB'],
    ['MAX_PHOTO_PIXELS', '0'],
    ['MAX_OPEN_UPLOADS', '0'],
    ['MAX_OPEN_UPLOAD_BYTES', '2GB'],
    ['DISK_RESERVE_BYTES', '5%'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_PORT', '70000'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['TRUST_PROXY', 'everyone!'],
    ['SUPER_ADMIN_PASSWORD', 'long enough, but for whom'],
    ['LOGIN_RATE_LIMIT', '0'],
    ['SMTP_URL', 'http://mail.example.org'],
    ['SMTP_URL', 'smtp://user@mail.example.org'],
    ['SMTP_URL', 'smtp://user:%@mail.example.org'],
    ['SMTP_HOST', 'mail.example.org/path'],
    ['SMTP_PORT', '587'],
    ['SMTP_PASSWORD', 'secret words'],
    ['MAIL_FROM', 'Photos <photos>'],
    ['MAIL_FROM', 'a@example.org, b@example.org'],
    ['OPENAI_API_KEY', 'sk two words'],
    ['OPENAI_BASE_URL', 'proxy.example.org/v1'],
    ['OPENAI_COMPATIBLE_BASE_URL', 'localai:8080'],
    ['OPENAI_COMPATIBLE_API_KEY', 'key-without-address'],
    ['OPENAI_COMPATIBLE_MODELS', 'flux'],
    ['GOOGLE_GENERATIVE_AI_API_KEY', 'kéy'],
    ['FAL_BASE_URL', 'ftp://queue.fal.run'],
    ['REPLICATE_BASE_URL', 'https://user:secret@api.replicate.com/v1'],
    ['BFL_BASE_URL', 'https://api.bfl.ai/v1?region=eu'],
    ['SD_SERVER_URL', 'gpu:1234'],
  ];
  test('a password of the first super admin that is guessed first', () => {
    const read = (SUPER_ADMIN_PASSWORD: string) => () => readConfig({ SUPER_ADMIN_EMAIL: 'root@example.org', SUPER_ADMIN_PASSWORD });
    expect(read('password123')).toThrow(/^SUPER_ADMIN_PASSWORD is wrong: .+leaked passwords.+\.$/);
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

test('passkeys use a domain that contains every address of the app', () => {
  const read = (PASSKEY_DOMAIN: string) =>
    readConfig({ PUBLIC_URL: 'https://api.example.org', WEB_ORIGINS: 'https://app.example.org', PASSKEY_DOMAIN }).passkeyDomain;
  expect(read('Example.org')).toBe('example.org');
  expect(() => read('app.example.org')).toThrow(/^PASSKEY_DOMAIN is wrong: https:\/\/api\.example\.org does not lie in/);
  expect(() => read('ample.org')).toThrow('PASSKEY_DOMAIN');
});

test('push services get a contact address', () => {
  const subject = (env: Parameters<typeof readConfig>[0]) => readConfig(env).push.subject;
  expect(subject({ PUBLIC_URL: 'https://photos.example.org', VAPID_SUBJECT: 'mailto:a@example.org' })).toBe('mailto:a@example.org');
  expect(subject({ PUBLIC_URL: 'https://photos.example.org' })).toBe('https://photos.example.org');
  expect(subject({ PUBLIC_URL: 'http://photos.example.org', MAIL_FROM: 'Photos <photos@example.org>' })).toBe('mailto:photos@example.org');
});

test('WEB_ORIGINS lists origins', () => {
  expect(readConfig({ WEB_ORIGINS: 'https://app.example.org, http://127.0.0.1:5000/' }).webOrigins).toEqual([
    'https://app.example.org',
    'http://127.0.0.1:5000',
  ]);
  expect(readConfig({}).webOrigins).toEqual([]);
});

describe('mail', () => {
  const reached = { PUBLIC_URL: 'https://photos.example.org', MAIL_FROM: 'Photos <photos@example.org>' };
  test('is written to files without SMTP', () => {
    expect(readConfig({}).mail).toEqual({ smtp: null, from: { name: null, address: 'no-reply@localhost' } });
  });
  test('uses SMTP_URL or its parts', () => {
    const server = { host: 'mail.example.org', port: 587, secure: false, auth: { user: 'me@example.org', pass: 'p@ss:word' } };
    const url = 'smtp://me%40example.org:p%40ss%3Aword@mail.example.org';
    expect(readConfig({ ...reached, SMTP_URL: url }).mail).toEqual({
      smtp: server,
      from: { name: 'Photos', address: 'photos@example.org' },
    });
    const parts = { SMTP_HOST: 'mail.example.org', SMTP_USER: 'me@example.org', SMTP_PASSWORD: 'p@ss:word' };
    expect(readConfig({ ...reached, ...parts }).mail.smtp).toEqual(server);
    expect(readConfig({ ...reached, SMTP_URL: 'smtps://[::1]' }).mail.smtp).toEqual({ host: '::1', port: 465, secure: true, auth: null });
    expect(readConfig({ ...reached, SMTP_HOST: 'mail', SMTP_PORT: '465' }).mail.smtp?.secure).toBe(true);
  });
  test('by SMTP needs a sender, and an address that its links lead to', () => {
    expect(() => readConfig({ SMTP_URL: 'smtp://mail', PUBLIC_URL: 'https://photos.example.org' })).toThrow(/^MAIL_FROM is wrong: .+\.$/);
    expect(() => readConfig({ SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@example.org' })).toThrow(/^PUBLIC_URL is wrong: .+\.$/);
    expect(
      readConfig({ ...reached, PUBLIC_URL: '', WEB_ORIGINS: 'https://app.example.org', SMTP_URL: 'smtp://mail' }).mail.smtp,
    ).not.toBeNull();
  });
  test('has only one source, and errors never repeat a password', () => {
    expect(() => readConfig({ ...reached, SMTP_URL: 'smtp://mail', SMTP_HOST: 'mail' })).toThrow(/^SMTP_HOST is wrong: .+\.$/);
    expect(() => readConfig({ ...reached, SMTP_URL: 'mail://me:secret@mail' })).toThrow(/^SMTP_URL is wrong: (?!.*secret).+\.$/);
    expect(() => readConfig({ ...reached, SMTP_HOST: 'mail', SMTP_PASSWORD: 'secret' })).toThrow(/^SMTP_USER is wrong: (?!.*secret).+\.$/);
  });
});

describe('providers of images', () => {
  test('none is set up of itself', () => {
    expect(Object.values(readConfig({}).generators)).toEqual([null, null, null, null, null, null, null]);
  });
  test('a key sets one up, where it usually is or elsewhere', () => {
    const { generators } = readConfig({ FAL_KEY: 'id:secret', BFL_API_KEY: 'secret', BFL_BASE_URL: 'http://127.0.0.1:9/v1/' });
    expect(generators).toMatchObject({
      fal: { baseUrl: 'https://queue.fal.run', key: 'id:secret' },
      blackForestLabs: { baseUrl: 'http://127.0.0.1:9/v1', key: 'secret' },
      openai: null,
    });
  });
  test('a server that speaks like OpenAI names its models, and those that edit', () => {
    const read = (OPENAI_COMPATIBLE_MODELS?: string) =>
      readConfig({ OPENAI_COMPATIBLE_BASE_URL: 'http://localai:8080/v1', OPENAI_COMPATIBLE_MODELS }).generators.openaiCompatible;
    expect(read('flux.1-dev, org/qwen-image+edit')).toEqual({
      baseUrl: 'http://localai:8080/v1',
      key: null,
      models: [
        { name: 'flux.1-dev', edits: false },
        { name: 'org/qwen-image', edits: true },
      ],
    });
    expect(() => read()).toThrow(/^OPENAI_COMPATIBLE_MODELS is wrong: it is missing/);
    expect(() => read('flux, flux+edit')).toThrow('"flux" is given twice');
    expect(() => read('<flux>')).toThrow('OPENAI_COMPATIBLE_MODELS is wrong');
  });
  test('an address without a key is of one whose key is set in the app', () => {
    const { generators, providerAddresses } = readConfig({ OPENAI_BASE_URL: 'https://proxy.example.org/v1/' });
    expect(generators.openai).toBeNull();
    expect(providerAddresses).toMatchObject({ openai: 'https://proxy.example.org/v1', fal: 'https://queue.fal.run' });
  });
  test('no key and no password is repeated', () => {
    expect(() => readConfig({ OPENAI_API_KEY: 'sk-secret words' })).toThrow(/^OPENAI_API_KEY is wrong: (?!.*secret).+\.$/);
    expect(() => readConfig({ REPLICATE_BASE_URL: 'https://me:secret@host' })).toThrow(/^REPLICATE_BASE_URL is wrong: (?!.*secret).+\.$/);
  });
});

describe('a bucket for files', () => {
  const keys = { S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };

  test('is none by default, and on AWS with a name and keys alone', () => {
    expect(readConfig({}).s3).toBeNull();
    expect(readConfig(keys).s3).toEqual({
      bucket: 'photos',
      region: 'us-east-1',
      endpoint: null,
      pathStyle: false,
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      prefix: '',
      encryption: null,
      downloads: 'server',
      publicEndpoint: null,
      cacheBytes: 2 * 1024 ** 3,
    });
  });

  test('can be of another service, in a folder, and encrypted', () => {
    const of = (env: Environment) => readConfig({ ...keys, ...env }).s3;
    const other = { S3_ENDPOINT: 'https://s3.example.org/', S3_REGION: 'auto', S3_PREFIX: '/aurora/photos/', S3_ENCRYPTION: 'aws:kms' };
    expect(of(other)).toMatchObject({
      endpoint: 'https://s3.example.org',
      region: 'auto',
      pathStyle: true,
      prefix: 'aurora/photos/',
      encryption: 'aws:kms',
    });
    expect(of({ ...other, S3_PATH_STYLE: '0' })?.pathStyle).toBe(false);
    expect(of({ S3_PATH_STYLE: '1' })?.pathStyle).toBe(true);
    expect(of({ PICTURE_CACHE_BYTES: '0' })?.cacheBytes).toBe(0);
  });

  test('sends downloads itself at an address of its own, if it is wished', () => {
    const of = (env: Environment) => readConfig({ ...keys, S3_DOWNLOADS: 'redirect', ...env }).s3;
    expect(of({ PUBLIC_URL: 'https://photos.example.org' })).toMatchObject({ downloads: 'redirect', publicEndpoint: null });
    const within = { S3_ENDPOINT: 'http://minio:9000', PUBLIC_URL: 'https://photos.example.org' };
    expect(of({ ...within, S3_PUBLIC_ENDPOINT: 'https://s3.example.org/' })).toMatchObject({
      endpoint: 'http://minio:9000',
      publicEndpoint: 'https://s3.example.org',
    });
    const https = 'browsers must reach the object storage by https, as they reach PUBLIC_URL';
    expect(() => of(within)).toThrow(`S3_PUBLIC_ENDPOINT is wrong: ${https}.`);
    expect(() => of({ ...within, S3_PUBLIC_ENDPOINT: 'http://s3.example.org' })).toThrow(https);
  });

  test.each<[Environment, RegExp]>([
    [{ S3_SECRET_ACCESS_KEY: undefined }, /^S3_SECRET_ACCESS_KEY is wrong: it is missing, while S3_BUCKET is set\.$/],
    [{ S3_ACCESS_KEY_ID: '' }, /^S3_ACCESS_KEY_ID is wrong: it is missing/],
    [{ S3_BUCKET: undefined }, /^S3_ACCESS_KEY_ID is wrong: it is set, while S3_BUCKET is missing\.$/],
    [{ S3_BUCKET: 'https://photos' }, /^S3_BUCKET is wrong: .* is not the name of a bucket\.$/],
    [{ S3_ENDPOINT: 's3.example.org' }, /^S3_ENDPOINT is wrong: it is not an address/],
    [{ S3_ENDPOINT: 'https://me:secret@s3.example.org' }, /^S3_ENDPOINT is wrong: (?!.*secret).+\.$/],
    [{ S3_REGION: 'Frankfurt, Germany' }, /^S3_REGION is wrong: "Frankfurt, Germany" is not a region/],
    [{ S3_PREFIX: 'a//b' }, /^S3_PREFIX is wrong: "a\/\/b" is not a folder name/],
    [{ S3_PREFIX: '../b' }, /^S3_PREFIX is wrong/],
    [{ S3_PATH_STYLE: 'yes' }, /^S3_PATH_STYLE is wrong: "yes" is neither 0 nor 1\.$/],
    [{ S3_DOWNLOADS: 'yes' }, /^S3_DOWNLOADS is wrong: "yes" is none of server, redirect\.$/],
    [{ S3_PUBLIC_ENDPOINT: 'https://s3.example.org' }, /^S3_PUBLIC_ENDPOINT is wrong: it is set, while S3_DOWNLOADS is not redirect\.$/],
    [{ S3_DOWNLOADS: 'redirect', S3_PUBLIC_ENDPOINT: 's3.example.org' }, /^S3_PUBLIC_ENDPOINT is wrong: it is not an address/],
    [{ PICTURE_CACHE_BYTES: '2 GB' }, /^PICTURE_CACHE_BYTES is wrong: "2 GB" is not a number of bytes\.$/],
    [{ S3_ENCRYPTION: 'rot13' }, /^S3_ENCRYPTION is wrong: "rot13" is none of AES256, aws:kms\.$/],
  ])('stops the start at %j', (env, sentence) => {
    expect(() => readConfig({ ...keys, ...env })).toThrow(sentence);
  });
});
