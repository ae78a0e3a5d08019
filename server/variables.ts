// Every environment variable that the server reads. docs/configuration.md and .env.example are generated from this list.

/** Name, displayed default and description. */
export const variables = {
  PORT: { default: '3000', about: 'Port of the web server.' },
  HOST: { default: 'loopback with demo data, else 0.0.0.0', about: 'Address to listen on.' },
  DATA_DIR: { default: './data', about: 'Directory for all data of the server: database, photos and uploads.' },
  SECRET_KEY: {
    default: 'the file secret.key in DATA_DIR',
    about:
      'Encrypts the keys in the database that sign sessions and encrypt secrets. At least 32 random characters. Backups do not include it. All servers on one database need the same value; the text of secret.key is one, if that file was used so far.',
  },
  DATABASE_URL: {
    default: 'embedded PostgreSQL',
    about: 'An external PostgreSQL server (15 or newer), for example postgres://user:password@host:5432/name.',
  },
  PUBLIC_URL: {
    default: 'the origin of the request',
    about:
      'Public URL of the app, for example https://photos.example.org. If set, only this origin may write, and https makes cookies Secure.',
  },
  WEB_ORIGINS: {
    default: 'the own origin only',
    about:
      'Comma-separated origins of web apps on other hosts of the same site that may call this server, for example https://app.example.org.',
  },
  API_BASE: {
    default: 'the origin of the page',
    about:
      'Origin that the web app served here calls, for example https://api.example.org. The API server must list the origin of this server in its WEB_ORIGINS. Also read by the build.',
  },
  PASSKEY_DOMAIN: {
    default: 'the host of the page',
    about:
      'Domain of passkeys (relying party ID): the host of PUBLIC_URL or its common parent domain with WEB_ORIGINS, for example example.org. If it changes, existing passkeys stop working.',
  },
  DEMO: {
    default: '1 without DATABASE_URL, else 0',
    about: 'Whether the first start of an empty installation creates demo data (1 or 0). Never with NODE_ENV=production.',
  },
  NODE_ENV: {
    default: 'unset',
    about: 'production, development or test. In development and test the server checks every response against the API contract.',
  },
  ROLE: { default: 'all', about: 'web serves requests, worker runs jobs, all does both. web and worker need DATABASE_URL.' },
  SUPER_ADMIN_EMAIL: { default: 'generated at the first start', about: 'Email address of the first super administrator.' },
  SUPER_ADMIN_PASSWORD: { default: 'random, printed once', about: 'Password of the first super administrator, at least 10 characters.' },
  SMTP_URL: {
    default: 'files in DATA_DIR/mail',
    about:
      'Mail server, for example smtp://user:password@mail.example.org:587 or smtps://…, with percent-encoded user and password. Needs PUBLIC_URL or WEB_ORIGINS for the links in emails.',
  },
  SMTP_HOST: { default: 'none', about: 'Host name of the mail server. The SMTP_* variables replace SMTP_URL.' },
  SMTP_PORT: {
    default: '587',
    about:
      'Port of the mail server. 465 uses TLS from the start, other ports use STARTTLS if the server offers it. A password for a remote server requires TLS.',
  },
  SMTP_USER: { default: 'none', about: 'User name for the mail server.' },
  SMTP_PASSWORD: { default: 'none', about: 'Password for the mail server.' },
  MAIL_FROM: { default: 'none; required with SMTP', about: 'Sender of emails, for example Photos <photos@example.org>.' },
  VAPID_SUBJECT: {
    default: 'PUBLIC_URL if https, else the address of MAIL_FROM',
    about:
      'Contact of this server for push services: an https URL or mailto:photos@example.org. The push service of Safari requires a real one.',
  },
  PUSH_TO_LOOPBACK: { default: '0', about: 'Only for tests (NODE_ENV=test): 1 also allows push services at http://127.0.0.1.' },
  WEBHOOKS_TO_LOOPBACK: {
    default: '0',
    about: 'For development and tests: 1 also allows webhooks to http on this machine. Not with NODE_ENV=production.',
  },
  MAX_PHOTO_BYTES: { default: '52428800', about: 'Maximum size of a photo, in bytes.' },
  MAX_PHOTO_PIXELS: { default: '100000000', about: 'Maximum size of a photo, in pixels.' },
  MAX_OPEN_UPLOADS: {
    default: '200',
    about: 'Maximum number of unfinished uploads of one account at one event. The limit over all events is three times as high.',
  },
  MAX_OPEN_UPLOAD_BYTES: {
    default: '2147483648',
    about: 'Maximum total size of these uploads, in bytes. The same factor applies over all events.',
  },
  DISK_RESERVE_BYTES: {
    default: '5 % of the disk, from 64 MB to 1 GB',
    about: 'Space on the disk of DATA_DIR that is reserved for the database. Uploads that would use it are refused with 507.',
  },
  S3_BUCKET: {
    default: 'none; files in DATA_DIR/photos',
    about:
      'Bucket of an S3-compatible object storage for photos and other files. Existing files must be moved to it first: docs/deployment.md.',
  },
  S3_ENDPOINT: {
    default: 'AWS in S3_REGION',
    about: 'Address of the object storage, for example https://s3.example.org.',
  },
  S3_REGION: { default: 'us-east-1', about: 'Region of the bucket. auto for Cloudflare R2.' },
  S3_ACCESS_KEY_ID: {
    default: 'none; required with S3_BUCKET',
    about: 'Access key with the right to list, read, write and delete objects in the bucket.',
  },
  S3_SECRET_ACCESS_KEY: { default: 'none; required with S3_BUCKET', about: 'Secret of the access key.' },
  S3_PREFIX: {
    default: 'none',
    about: 'Folder in the bucket. Without one, the bucket must have nothing but the files of this installation.',
  },
  S3_PATH_STYLE: {
    default: '1 with S3_ENDPOINT, else 0',
    about: 'Whether the bucket is a path of the endpoint (1) or a part of its host name (0).',
  },
  S3_ENCRYPTION: {
    default: 'as the bucket is set up',
    about: 'Server-side encryption that is requested for each object: AES256 or aws:kms.',
  },
  S3_DOWNLOADS: {
    default: 'server',
    about:
      'Who sends photos that are downloaded in full size: the server, or the object storage (redirect), by a URL that is valid for five minutes. ZIP files always come from the server.',
  },
  S3_PUBLIC_ENDPOINT: {
    default: 'S3_ENDPOINT',
    about: 'With S3_DOWNLOADS=redirect: address at which browsers reach the object storage, if it differs from that of the server.',
  },
  PICTURE_CACHE_BYTES: {
    default: '2147483648',
    about: 'With S3_BUCKET: maximum size of the cache of thumbnails and previews in DATA_DIR/cache. 0 turns it off.',
  },
  LOG_LEVEL: {
    default: 'info in production, else warn',
    about: 'fatal, error, warn, info, debug, trace or silent. Logs are JSON lines on stderr; requests are logged at info.',
  },
  DRAIN_SECONDS: {
    default: '0',
    about:
      'How long a server that was asked to stop still answers requests while /readyz says 503, so that a load balancer notices. At most 10; 5 behind a load balancer.',
  },
  POSTGRES_BIN: { default: 'from the npm package', about: 'Directory with initdb and postgres for the embedded PostgreSQL.' },
  TRUST_PROXY: {
    default: '0',
    about: 'Proxies whose X-Forwarded-* headers are trusted: 0, 1, a number of hops, or comma-separated addresses.',
  },
  METRICS_PORT: {
    default: 'none; no metrics',
    about:
      'Port for metrics in the format of Prometheus (/metrics) and for probes (/healthz, /readyz), in every role. Never make it public. docs/metrics.md lists them.',
  },
  METRICS_HOST: { default: '127.0.0.1', about: 'Address to listen on for metrics, for example 0.0.0.0 in a container.' },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: 'none; no traces',
    about:
      'Address of an OpenTelemetry collector that receives traces by OTLP over HTTP, for example http://localhost:4318. Other variables of the standard, such as OTEL_EXPORTER_OTLP_HEADERS and OTEL_RESOURCE_ATTRIBUTES, apply too.',
  },
  OTEL_SERVICE_NAME: { default: 'ai-image-suite', about: 'Name of the service in traces.' },
  OTEL_TRACES_SAMPLER_ARG: { default: '1', about: 'Share of requests and scheduled jobs that are traced, from 0 to 1.' },
  LOGIN_RATE_LIMIT: { default: '10', about: 'Logins per minute for one email address from one network address.' },
  LOGIN_ADDRESS_RATE_LIMIT: { default: '120', about: 'Logins per minute from one network address. All guests of a venue can share one.' },
  LOGIN_ACCOUNT_RATE_LIMIT: {
    default: '100',
    about: 'Failed logins per hour to one account, over all network addresses that have not logged in to it before.',
  },
  REGISTER_RATE_LIMIT: { default: '60', about: 'Registrations per minute from one network address.' },
  GUEST_RATE_LIMIT: {
    default: '600',
    about: 'Guests without an account that join per minute from one network address. All guests of a venue can share one.',
  },
  GUEST_EVENT_RATE_LIMIT: { default: '2000', about: 'New guests without an account per event and hour; a quarter of them in a burst.' },
  ACCOUNT_MAIL_RATE_LIMIT: {
    default: '60',
    about: 'Password reset requests, and attempts to use links from account emails, per minute from one network address.',
  },
  INVITATION_RATE_LIMIT: {
    default: '5',
    about:
      'Emails per hour from one organization or user to one address that they entered. The limit for one address over all senders is twice as high, the limit for one sender over all addresses 200 times.',
  },
  PLAN_REQUEST_RATE_LIMIT: { default: '5', about: 'Plan requests per organization and hour. Each is emailed to the super administrators.' },
  PICTURE_RATE_LIMIT: {
    default: '120',
    about:
      'Pictures that one account uploads per hour outside of events: profile pictures, logos, watermarks and source images for generations.',
  },
  API_TOKEN_RATE_LIMIT: { default: '600', about: 'Requests per minute with one API token.' },
  REFRESH_RATE_LIMIT: { default: '600', about: 'Session refreshes per minute from one network address.' },
  DELETED_ACCOUNTS_RATE_LIMIT: {
    default: '240',
    about:
      'Checks per minute from one network address by devices that have photos of logged-out accounts, whether those accounts were deleted.',
  },
  JOIN_MISS_RATE_LIMIT: { default: '60', about: 'Invalid join codes per minute from one user or device.' },
  SESSIONS_PER_ACCOUNT: {
    default: '100',
    about: 'Maximum number of sessions per account. A further login ends the least recently used session.',
  },
  STREAMS_PER_ACCOUNT: { default: '50', about: 'Maximum number of open event streams per account and server.' },
  AUDIT_DAYS: {
    default: '365',
    about: 'Retention of the audit log in days, at least 30, until a super administrator sets it in System Logs.',
  },
  AUDIT_SEAL_SECONDS: { default: '90', about: 'Seconds after which an entry of the audit log is sealed against changes.' },
  PAID_IMAGES_PER_DAY: {
    default: '1000',
    about:
      'Maximum number of images per day (UTC), over all users, by models that cost the platform money, until a super administrator sets it in Settings.',
  },
  PERSONAL_CREDITS: { default: '100', about: 'Credits per month that each user has for personal images.' },
  GENERATIONS_PER_PERSON: { default: '10', about: 'Maximum number of unfinished image generations per user.' },
  GENERATIONS_AT_ONCE: { default: '2', about: 'Number of image generations that run concurrently, in addition to photo processing.' },
  MODELS_FOLDER: {
    default: 'none',
    about:
      'Folder from which local image models can be installed without a network: a folder for each model, with its manifest.json and files. The server copies them.',
  },
  GENERATION_TIMEOUT: { default: '600', about: 'Timeout of an image generation, in seconds.' },
  OPENAI_API_KEY: {
    default: 'none',
    about:
      'API key of OpenAI. Enables its image models. Keys of providers can also be set in Model Management, which takes precedence. docs/generation-providers.md describes all providers.',
  },
  OPENAI_BASE_URL: { default: 'https://api.openai.com/v1', about: 'Base URL of the OpenAI API, for example of a proxy.' },
  OPENAI_COMPATIBLE_BASE_URL: {
    default: 'none',
    about: 'Base URL of a server with an OpenAI-compatible image API, for example http://localai:8080/v1.',
  },
  OPENAI_COMPATIBLE_API_KEY: { default: 'none', about: 'API key of that server, if it requires one.' },
  OPENAI_COMPATIBLE_MODELS: {
    default: 'none; required with OPENAI_COMPATIBLE_BASE_URL',
    about: 'Comma-separated names of its models. The suffix +edit marks a model that accepts a source image and a mask.',
  },
  GOOGLE_GENERATIVE_AI_API_KEY: { default: 'none', about: 'API key of the Gemini API. Enables Imagen and Gemini images.' },
  GOOGLE_BASE_URL: { default: 'https://generativelanguage.googleapis.com/v1beta', about: 'Base URL of the Gemini API.' },
  FAL_KEY: { default: 'none', about: 'API key of fal. Enables its FLUX and Qwen models.' },
  FAL_BASE_URL: { default: 'https://queue.fal.run', about: 'Base URL of the fal queue.' },
  REPLICATE_API_TOKEN: { default: 'none', about: 'API token of Replicate. Enables its FLUX models.' },
  REPLICATE_BASE_URL: { default: 'https://api.replicate.com/v1', about: 'Base URL of the Replicate API.' },
  BFL_API_KEY: { default: 'none', about: 'API key of Black Forest Labs. Enables its FLUX models.' },
  BFL_BASE_URL: { default: 'https://api.bfl.ai/v1', about: 'Base URL of the Black Forest Labs API.' },
  SD_SERVER_URL: {
    default: 'none',
    about: 'A self-hosted sd-server (stable-diffusion.cpp), for example http://gpu:1234. Enables the model it runs.',
  },
  STRIPE_SECRET_KEY: {
    default: 'none; manual billing',
    about: 'Secret key of Stripe, for example sk_live_…, for payments by organizations. docs/stripe.md describes the setup.',
  },
  STRIPE_WEBHOOK_SECRET: {
    default: 'none; required with STRIPE_SECRET_KEY',
    about: 'Signing secret of the Stripe webhook, for example whsec_….',
  },
  STRIPE_BASE_URL: { default: 'https://api.stripe.com', about: 'Base URL of the Stripe API, for tests.' },
} as const;

export type VariableName = keyof typeof variables;
export type Environment = Partial<Record<VariableName, string | undefined>>;
