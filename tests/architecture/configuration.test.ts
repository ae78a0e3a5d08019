// docs/configuration.md and .env.example are generated from server/variables.ts, docs/metrics.md from server/telemetry/metrics.ts. After a change there:
// npx vitest run tests/architecture/configuration.test.ts --update
import { describe, expect, test } from 'vitest';
import { type MetricDefinition, metricDefinitions } from '#server/telemetry/metrics.ts';
import { variables, type VariableName } from '#server/variables.ts';
import { readSource, sources } from '#tests/support/source.ts';

/** The heading above each of these variables; the others follow in the order of server/variables.ts. */
const headings: Partial<Record<VariableName, string>> = {
  PORT: 'Server',
  DEMO: 'Installation',
  SMTP_URL: 'Email',
  VAPID_SUBJECT: 'Push notifications',
  MAX_PHOTO_BYTES: 'Uploads',
  S3_BUCKET: 'Object storage (S3)',
  LOG_LEVEL: 'Operation',
  METRICS_PORT: 'Metrics and traces',
  LOGIN_RATE_LIMIT: 'Rate limits and sessions',
  AUDIT_DAYS: 'Audit log',
  PAID_IMAGES_PER_DAY: 'Image generation',
  OPENAI_API_KEY: 'Image providers',
  STRIPE_SECRET_KEY: 'Stripe',
};

const names = Object.keys(variables) as VariableName[];

describe('the configuration', () => {
  test('docs/configuration.md explains every variable', async () => {
    await expect(page()).toMatchFileSnapshot('../../docs/configuration.md');
  });

  test('.env.example lists every variable', async () => {
    await expect(example()).toMatchFileSnapshot('../../.env.example');
  });

  test('docs/metrics.md explains every metric', async () => {
    await expect(metricsPage()).toMatchFileSnapshot('../../docs/metrics.md');
  });

  test('the server reads no other variable', () => {
    const read = sources(/^server\/.*\.ts$/).flatMap((file) =>
      [...readSource(file).matchAll(/process\.env\.([A-Z][A-Z0-9_]+)/g)].map((match) => match[1]!),
    );
    expect(read.filter((name) => !(name in variables) && !['PATH', 'HOME'].includes(name))).toEqual([]);
  });
});

function page() {
  const entries = names.map((name) => {
    const { default: value, about } = variables[name];
    const heading = headings[name] === undefined ? '' : `## ${headings[name]}\n\n`;
    return `${heading}- **\`${name}\`** (default: ${value})\\\n  ${about}\n`;
  });
  return `# Configuration

The server reads its configuration from environment variables. \`npm start\`, \`npm run dev\`, \`npm run backup\`, \`npm run restore\` and
\`npm run storage:migrate\` also read the file \`.env\` in the project folder; a variable of the environment takes precedence. [\`.env.example\`](../.env.example) is a template.
An invalid value stops the start with a message that names the variable.

Super administrators set the platform's name, registration, the defaults of new organizations and lower upload limits in the app
(**Settings**). An upload limit set there can't exceed its variable: see [platform settings](decisions/032-platform-settings.md).

${entries.join('').replaceAll('\n## ', '\n\n## ').trim()}
`;
}

function metricsPage() {
  const entries = Object.entries<MetricDefinition>(metricDefinitions).map(([name, { type, labels, about, isShared }]) => {
    const by = labels.length === 0 ? '' : ` by ${labels.map((label) => `\`${label}\``).join(', ')}`;
    return `- **\`${name}\`** (${isShared ? 'shared ' : ''}${type}${by})\\\n  ${about}\n`;
  });
  return `# Metrics

With \`METRICS_PORT\` each process serves metrics at \`http://METRICS_HOST:METRICS_PORT/metrics\`, in the format of Prometheus, whatever its \`ROLE\`. The same port
answers \`/healthz\` and \`/readyz\`. It has no password: keep it on an internal network. See [051](decisions/051-metrics-and-traces.md).

Shared metrics are read from the database at the scrape, at most every five seconds. Each process reports the same value, so aggregate them with
\`max\`; the others belong to a process, so use \`sum\`. For example:

\`\`\`
histogram_quantile(0.95, sum by (le, operation) (rate(ais_http_request_duration_seconds_bucket[5m])))
max(ais_photos_oldest_waiting_seconds)
sum by (lane) (ais_database_pool_waiting)
\`\`\`

${entries.join('')}
The defaults of prom-client for processes follow: \`process_*\` (CPU, memory, file descriptors, start time) and \`nodejs_*\` (event loop lag, heap, garbage
collection).
`;
}

function example() {
  const entries = names.map((name) => {
    const { default: value, about } = variables[name];
    const heading = headings[name] === undefined ? '' : `\n## ${headings[name]}\n`;
    const literal = /^[\w.:/-]+$/.test(value) && !['none', 'unset'].includes(value);
    return `${heading}\n# ${about}${literal ? '' : ` Default: ${value}.`}\n# ${name}=${literal ? value : ''}\n`;
  });
  return `# Copy this file to .env and uncomment what you change. docs/configuration.md has the same list.\n${entries.join('')}`;
}
