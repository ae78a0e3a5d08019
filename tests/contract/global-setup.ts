// One real server for all contract tests. It checks its own answers too (NODE_ENV=test): a wrong shape becomes a 500, and no 500 passes.
// Beside the demo's organizations there is an active third one with a private event: what nobody else may ever see.
import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { call, demoPassword } from '#tests/support/api.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

export interface ThirdParty {
  email: string;
  organizationId: string;
  eventId: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    thirdParty: ThirdParty;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  project.provide('serverUrl', server.url);
  project.provide('thirdParty', await makeThirdParty(server));
  return () => server.dispose();
}

/** Approval and event management have no operations yet, so the database is told. */
async function makeThirdParty(server: TestServer): Promise<ThirdParty> {
  const email = 'third-party@example.test';
  const answer = await call<{ organization: { id: string } }>(server.url, 'POST', '/api/v1/auth/register', {
    json: {
      account_type: 'organization',
      email,
      password: demoPassword,
      first_name: 'Third',
      last_name: 'Party',
      organization_name: 'Cirrus Shows',
    },
  });
  if (answer.status !== 201) throw new Error(`the third organization could not be made: ${answer.status} ${JSON.stringify(answer.body)}`);
  const organizationId = answer.body.organization.id;
  const eventId = randomUUID();
  await server.sql(`update organizations set status = 'active' where id = $1`, [organizationId]);
  await server.sql(
    `insert into events (id, organization_id, name, type, status, starts_at, join_code) values ($1, $2, 'Secret Show', 'private', 'live', now(), 'SECRETSHOW')`,
    [eventId, organizationId],
  );
  await server.sql(`insert into event_counters (event_id) values ($1)`, [eventId]);
  return { email, organizationId, eventId };
}
