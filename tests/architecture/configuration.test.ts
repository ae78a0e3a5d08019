// docs/configuration.md and .env.example are generated from server/variables.ts. After a change there:
// npx vitest run tests/architecture/configuration.test.ts --update
import { describe, expect, test } from 'vitest';
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

function example() {
  const entries = names.map((name) => {
    const { default: value, about } = variables[name];
    const heading = headings[name] === undefined ? '' : `\n## ${headings[name]}\n`;
    const literal = /^[\w.:/-]+$/.test(value) && !['none', 'unset'].includes(value);
    return `${heading}\n# ${about}${literal ? '' : ` Default: ${value}.`}\n# ${name}=${literal ? value : ''}\n`;
  });
  return `# Copy this file to .env and uncomment what you change. docs/configuration.md has the same list.\n${entries.join('')}`;
}
