// One real server for all contract tests. With NODE_ENV=test it checks its own answers: a wrong shape becomes a 500, and no 500 passes. Besides the
// demo organizations there is an active third one with a private event, which nobody else may see.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { call, deliver, freshSignIn, registerPerson } from '#tests/support/api.ts';
import { issueInvoice, requestPlan } from '#tests/support/billing.ts';
import { createEvent, invite, inviteStaff, newParticipant } from '#tests/support/events.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { makeIntegrations } from '#tests/support/integrations.ts';
import { picture } from '#tests/support/pictures.ts';
import { expectNoServerErrors } from '#tests/support/server-errors.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

export interface ThirdParty {
  email: string;
  organizationId: string;
  eventId: string;
  photoId: string;
  participantId: string;
  /** Of their admin. */
  memberId: string;
  invitationId: string;
  linkId: string;
  screenId: string;
  visitorId: string;
  integrations: { tokenId: string; webhookId: string; deliveryId: string };
  memberInvitationId: string;
  invoiceId: string;
  planRequestId: string;
  /** Text that may appear only in answers to its own people. */
  secrets: string[];
  /** Of its participant, which those who manage the platform's users read in their list of people. */
  personal: string[];
}

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    /** The server's log file. */
    serverLog: string;
    /** Of that server. */
    dataDir: string;
    thirdParty: ThirdParty;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const logs = mkdtempSync(path.join(tmpdir(), 'ais-contract-'));
  const logFile = path.join(logs, 'server.log');
  const stripe = await startFakeStripe();
  // Keys that are set are tested: nothing is sent to companies.
  const nowhere = { GOOGLE_BASE_URL: 'http://127.0.0.1:1', REPLICATE_BASE_URL: 'http://127.0.0.1:1' };
  const server = await startServer({ isDurable: false, logFile, env: { ...stripe.env, ...nowhere, WEBHOOKS_TO_LOOPBACK: '1' } });
  const end = async () => {
    await server.dispose();
    await stripe.close();
    rmSync(logs, { recursive: true });
  };
  project.provide('serverLog', logFile);
  project.provide('serverUrl', server.url);
  project.provide('dataDir', server.dataDir);
  try {
    project.provide('thirdParty', await makeThirdParty(server));
  } catch (error) {
    await end();
    throw error;
  }
  return async () => {
    await end();
    try {
      expectNoServerErrors(server.log());
    } catch (error) {
      // Vitest only prints errors of a teardown.
      process.exitCode = 1;
      throw error;
    }
  };
}

async function makeThirdParty(server: TestServer): Promise<ThirdParty> {
  const email = 'third-party@example.test';
  const applicant = await registerPerson(server.url, { organization: 'Cirrus Shows', email, firstName: 'Tertia', lastName: 'Cirrus' });
  const { organization_id: organizationId, id: memberId } = applicant.user.memberships[0]!;
  // The plan can be bought.
  await server.sql(`insert into plan_prices (price_id, plan_id, is_current) values ('price_pro', 'pro', true)`);
  // Approval has no operation yet, so the test updates the database.
  await server.sql(`update organizations set status = 'active' where id = $1`, [organizationId]);
  const owner = await freshSignIn(server.url, email);
  const event = await createEvent(owner, { name: 'Secret Show', description: 'Behind the Curtain', location: 'Hidden Cellar' });
  const participant = await newParticipant(server.url, event, { firstName: 'Quirin', lastName: 'Hush' });
  const photo = await deliver(participant, event.id, await picture());
  const [invitation] = await invite(owner, event.id, { emails: ['whisper@example.test'] });
  const [staff] = await inviteStaff(owner, organizationId, ['hushed@example.test']);
  const { id: invitationId, email: invited, code } = invitation!;
  const linkPath = `/api/v1/event/${event.id}/links`;
  const link = { name: 'Backstage', scope: 'gallery', picks_limit: 1 };
  const { id: linkId, token } = (await owner.call<{ id: string; token: string }>('POST', linkPath, { json: link })).body;
  const { code: screenCode } = (await call<{ code: string }>(server.url, 'POST', '/api/v1/screen')).body;
  const screen = { code: screenCode, name: 'Backstage door' };
  const { id: screenId } = (await owner.call<{ id: string }>('POST', `/api/v1/event/${event.id}/screens`, { json: screen })).body;
  const visitor = await call<{ id: string }>(server.url, 'PUT', `/api/v1/links/${token}/visitor`, { json: { name: 'Vesper' } });
  return {
    email,
    organizationId,
    eventId: event.id,
    photoId: photo.id,
    participantId: participant.id,
    memberId,
    invitationId,
    linkId,
    screenId,
    visitorId: visitor.body.id,
    integrations: await makeIntegrations(owner, organizationId),
    memberInvitationId: staff!.invitation.id,
    invoiceId: await issueInvoice(await freshSignIn(server.url, 'super@demo.test'), organizationId),
    planRequestId: await requestPlan(owner, organizationId),
    personal: [participant.email, 'Quirin'],
    secrets: [
      'hushed@example.test',
      staff!.link,
      event.name,
      event.description,
      event.location,
      event.join_code!,
      token,
      'Backstage',
      'Vesper',
      photo.sha256,
      invited,
      code,
    ],
  };
}
