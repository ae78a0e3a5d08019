// Every environment variable the server reads, in one place: what the README's table and the tests are compared with.

/** Name, default as people read it, and what it is for. */
export const variables = {
  PORT: { default: '3000', about: 'Port of the web server.' },
  HOST: { default: 'loopback with demo data, else 0.0.0.0', about: 'Address to listen on.' },
  DATA_DIR: { default: './data', about: 'Folder of everything the server keeps: database, photos, uploads.' },
  SECRET_KEY: {
    default: 'the file secret.key in DATA_DIR',
    about:
      'Wraps the keys in the database, which sign sessions and seal secrets: 32 random characters or more. No backup holds it. Several machines on one database need the same.',
  },
  DATABASE_URL: {
    default: 'embedded PostgreSQL',
    about: 'A PostgreSQL (15 or newer) of your own, as postgres://user:password@host:5432/name.',
  },
  PUBLIC_URL: {
    default: 'as the request says',
    about: 'Where people reach the app, as https://photos.example.org. Only its origin may write then; https makes cookies Secure.',
  },
  WEB_ORIGINS: {
    default: 'none but its own',
    about: 'Origins of web apps on other hosts of the same site that may call this server, as https://app.example.org (comma-separated).',
  },
  API_BASE: {
    default: 'the origin of the page',
    about:
      'Origin that the web app served here calls, as https://api.example.org; that server names this one in its WEB_ORIGINS. Also read by the build.',
  },
  PASSKEY_DOMAIN: {
    default: 'host of the page',
    about:
      'Domain that passkeys are made for: the host of PUBLIC_URL, or what it and WEB_ORIGINS have in common, as example.org. Passkeys made for another one stop working.',
  },
  DEMO: {
    default: '1 without DATABASE_URL, else 0',
    about: 'Whether the first start of an empty installation makes demo data (1 or 0). Never with NODE_ENV=production.',
  },
  NODE_ENV: { default: 'unset', about: 'production, development or test. Development and test check every answer against the contract.' },
  ROLE: { default: 'all', about: 'web serves, worker does jobs, all does both. Other than all needs DATABASE_URL.' },
  SUPER_ADMIN_EMAIL: { default: 'made at the first start', about: 'Email address of the first super admin.' },
  SUPER_ADMIN_PASSWORD: { default: 'random, printed once', about: 'Password of the first super admin, at least 10 characters.' },
  SMTP_URL: {
    default: 'files in DATA_DIR/mail',
    about:
      'Server that mail is sent by, as smtp://user:password@mail.example.org:587 or smtps://…; user and password percent-encoded. Needs PUBLIC_URL or WEB_ORIGINS, where links in mails lead.',
  },
  SMTP_HOST: { default: 'none', about: 'The same in parts, instead of SMTP_URL: its name.' },
  SMTP_PORT: {
    default: '587',
    about: 'Its port. 465 is encrypted from the start, others once the server offers it, which a password on another machine requires.',
  },
  SMTP_USER: { default: 'none', about: 'Who logs in there.' },
  SMTP_PASSWORD: { default: 'none', about: 'With which password.' },
  MAIL_FROM: { default: 'none; asked for with SMTP', about: 'Who mails come from, as Photos <photos@example.org>.' },
  VAPID_SUBJECT: {
    default: 'PUBLIC_URL if https, else the one of MAIL_FROM',
    about: 'Whom push services write to about this server: an https address or mailto:photos@example.org. Safari’s wants a real one.',
  },
  PUSH_TO_LOOPBACK: { default: '0', about: 'For tests (NODE_ENV=test) alone: 1 pushes to http://127.0.0.1 as well.' },
  MAX_PHOTO_BYTES: { default: '52428800', about: 'Largest photo, in bytes.' },
  MAX_PHOTO_PIXELS: { default: '100000000', about: 'Largest photo, in pixels.' },
  MAX_OPEN_UPLOADS: {
    default: '200',
    about: 'Uploads that one account may have begun and not finished at one event; three times as many at all events together.',
  },
  MAX_OPEN_UPLOAD_BYTES: { default: '2147483648', about: 'Bytes of these uploads, counted in the same way.' },
  DISK_RESERVE_BYTES: {
    default: '5 % of the disk, from 64 MB to 1 GB',
    about: 'Kept free on the disk of DATA_DIR for the database: uploads are refused (507) before they take it.',
  },
  LOG_LEVEL: {
    default: 'info in production, else warn',
    about: 'fatal, error, warn, info, debug, trace or silent. Logs are JSON lines on stderr; requests are logged at info.',
  },
  POSTGRES_BIN: { default: 'of the npm package', about: 'Folder of the programs initdb and postgres for the embedded PostgreSQL.' },
  TRUST_PROXY: { default: '0', about: 'Whose X-Forwarded-* headers count: 0, 1, a number of hops, or addresses (comma-separated).' },
  LOGIN_RATE_LIMIT: { default: '10', about: 'Sign-ins per minute for one email address from one network address.' },
  LOGIN_ADDRESS_RATE_LIMIT: { default: '120', about: 'Sign-ins per minute from one network address (a venue shares one).' },
  LOGIN_ACCOUNT_RATE_LIMIT: {
    default: '100',
    about: 'Failed sign-ins per hour to one account from all places together where nobody has logged in to it before.',
  },
  SESSIONS_PER_ACCOUNT: { default: '100', about: 'Sessions of one account; a further sign-in ends the one that was used least recently.' },
  STREAMS_PER_ACCOUNT: { default: '50', about: 'Event streams that one account may have open at a server.' },
  AUDIT_DAYS: { default: '365', about: 'Days that the audit trail is kept, until a super admin sets them in System Logs; at least 30.' },
  AUDIT_SEAL_SECONDS: { default: '90', about: 'Seconds after which an entry of the audit trail is sealed against changes.' },
  PAID_IMAGES_PER_DAY: {
    default: '1000',
    about: 'Images a day (UTC) that all people together have made by models of other companies, which the platform pays for.',
  },
  PERSONAL_CREDITS: { default: '100', about: 'Credits with which each person may have images made for themselves, a month.' },
  GENERATIONS_PER_PERSON: { default: '10', about: 'Image generations that one person may have begun and not finished.' },
  GENERATIONS_AT_ONCE: { default: '2', about: 'Image generations that are worked on at once, beside the photos.' },
  GENERATION_TIMEOUT: { default: '600', about: 'Seconds after which an image generation is given up.' },
  REGISTER_RATE_LIMIT: { default: '60', about: 'Registrations per minute from one network address.' },
  GUEST_RATE_LIMIT: {
    default: '600',
    about: 'Guests without an account who join per minute from one network address (a venue shares one).',
  },
  GUEST_EVENT_RATE_LIMIT: { default: '2000', about: 'New guests without an account at one event per hour; a quarter of them at once.' },
  ACCOUNT_MAIL_RATE_LIMIT: {
    default: '60',
    about: 'Forgotten passwords, and tries of the links mailed about accounts, per minute from one network address.',
  },
  INVITATION_RATE_LIMIT: {
    default: '5',
    about:
      'Messages by one organization or person to one address that others typed, per hour; twice as many to it by all together, and two hundred times as many by one organization or person to all.',
  },
  PLAN_REQUEST_RATE_LIMIT: {
    default: '5',
    about: 'Requests of one organization for another plan per hour; each is mailed to the super admins.',
  },
  PICTURE_RATE_LIMIT: {
    default: '120',
    about: 'Pictures of one account per hour that it sends outside of events: portraits, logos, marks, pictures to make images of.',
  },
  REFRESH_RATE_LIMIT: { default: '600', about: 'Session renewals per minute from one network address.' },
  DELETED_ACCOUNTS_RATE_LIMIT: {
    default: '240',
    about: 'Questions of devices whether accounts were deleted whose photos wait there, per minute from one network address.',
  },
  JOIN_MISS_RATE_LIMIT: { default: '60', about: 'Join codes that open nothing, per minute of one person or one device.' },
  OPENAI_API_KEY: { default: 'none', about: 'Key of OpenAI; sets up its image models. Of every provider: docs/generation-providers.md.' },
  OPENAI_BASE_URL: { default: 'https://api.openai.com/v1', about: 'Another address of it, such as a proxy.' },
  OPENAI_COMPATIBLE_BASE_URL: { default: 'none', about: 'A server that speaks the image calls of OpenAI, as http://localai:8080/v1.' },
  OPENAI_COMPATIBLE_API_KEY: { default: 'none', about: 'Its key, where it wants one.' },
  OPENAI_COMPATIBLE_MODELS: {
    default: 'none; asked for with its address',
    about: 'Names of its models (comma-separated). One that ends in +edit takes a source picture and a mask as well.',
  },
  GOOGLE_GENERATIVE_AI_API_KEY: { default: 'none', about: 'Key of the Gemini API; sets up Imagen and Gemini images.' },
  GOOGLE_BASE_URL: { default: 'https://generativelanguage.googleapis.com/v1beta', about: 'Another address of it.' },
  FAL_KEY: { default: 'none', about: 'Key of fal; sets up its FLUX and Qwen models.' },
  FAL_BASE_URL: { default: 'https://queue.fal.run', about: 'Another address of its queue.' },
  REPLICATE_API_TOKEN: { default: 'none', about: 'Token of Replicate; sets up its FLUX models.' },
  REPLICATE_BASE_URL: { default: 'https://api.replicate.com/v1', about: 'Another address of it.' },
  BFL_API_KEY: { default: 'none', about: 'Key of Black Forest Labs; sets up its FLUX models.' },
  BFL_BASE_URL: { default: 'https://api.bfl.ai/v1', about: 'Another address of it.' },
  SD_SERVER_URL: {
    default: 'none',
    about: 'A sd-server (stable-diffusion.cpp) of your own, as http://gpu:1234; sets up the model it runs.',
  },
  STRIPE_SECRET_KEY: {
    default: 'none; billing by hand',
    about: 'Secret key of Stripe, as sk_live_…: organizations pay through it. How to connect it: docs/stripe.md.',
  },
  STRIPE_WEBHOOK_SECRET: { default: 'none; asked for with the key', about: 'Secret with which Stripe signs what it tells, as whsec_….' },
  STRIPE_BASE_URL: { default: 'https://api.stripe.com', about: 'Another address of its API, for tests.' },
} as const;

export type VariableName = keyof typeof variables;
export type Environment = Partial<Record<VariableName, string | undefined>>;
