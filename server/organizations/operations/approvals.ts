// Decisions of the platform about an organization: approve, reject, suspend.
import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMails } from '#server/mail/queue.ts';
import { listAdminsToMail } from '#server/notifications/repository.ts';
import { auditRecorder, lockVisibleOrganization, requireManagesOrganizations } from '#server/organizations/access.ts';
import { organizationDecisionEmail, type OrganizationDecision } from '#server/organizations/emails.ts';
import { presentOrganization } from '#server/organizations/presenter.ts';
import {
  changeOrganization,
  findOrganization,
  hasEvents,
  type OrganizationChanges,
  type OrganizationRow,
} from '#server/organizations/repository.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';

type Status = components['schemas']['Organization']['status'];

interface Decision {
  decision: OrganizationDecision;
  from: Status;
  to: Status;
  changes: OrganizationChanges;
  detail?: Record<string, unknown>;
  /** Checks further conditions. */
  refuse?: (tx: Tx, organization: OrganizationRow) => Promise<void>;
}

interface DecisionCall {
  viewer: Viewer;
  path: { id: string };
  request: FastifyRequest;
}

export function approvalCalls(deps: Deps) {
  const { db, config } = deps;

  /** The admins may not be online, so they get an email. */
  async function emailAdmins(
    tx: Tx,
    organization: OrganizationRow,
    decision: OrganizationDecision,
    request: FastifyRequest,
  ): Promise<void> {
    const { id, name: organizationName, rejectionReason: reason } = organization;
    const url = appLink(config, '/organization', ownPort(request, deps));
    const content = organizationDecisionEmail({ decision, organizationName, reason, url });
    const admins = await listAdminsToMail(tx, id, 'organization_decisions');
    await queueMails(
      deps,
      tx,
      admins.map(({ email }) => ({ key: `organization-${decision}:${uuid7()}`, to: email, content })),
    );
  }

  const decide = async ({ viewer: asking, path, request }: DecisionCall, { decision, from, to, changes, detail, refuse }: Decision) => {
    const action = `organization.${decision}` as const;
    const organization = await db.transaction(async (tx) => {
      const { organization: before, viewer } = await lockVisibleOrganization(tx, path.id, asking);
      requireManagesOrganizations(viewer);
      if (isUnchanged(before, to, changes)) return before;
      if (before.status !== from) throw statusNotAllowed(before, decision);
      await refuse?.(tx, before);
      await changeOrganization(tx, before.id, { status: to, ...changes });
      await auditRecorder('organization')(tx, action, { id: before.id, organizationId: before.id }, viewer, request, detail);
      const after = await findOrganization(tx, before.id);
      if (after) await emailAdmins(tx, after, decision, request);
      return after;
    });
    if (!organization) throw new Error('the organization disappeared while it was locked');
    return { status: 200 as const, body: presentOrganization(organization) };
  };

  return {
    approveOrganization: (call) => decide(call, { decision: 'approve', from: 'pending', to: 'active', changes: { rejectionReason: null } }),
    withdrawOrganizationApproval: (call) =>
      decide(call, {
        decision: 'withdraw_approval',
        from: 'active',
        to: 'pending',
        changes: { rejectionReason: null },
        refuse: requireNoEvents,
      }),
    rejectOrganization: (call) => {
      const reason = call.body.reason.trim();
      return decide(call, {
        decision: 'reject',
        from: 'pending',
        to: 'pending',
        changes: { rejectionReason: reason },
        detail: { reason },
      });
    },
    suspendOrganization: (call) => decide(call, { decision: 'suspend', from: 'active', to: 'suspended', changes: {} }),
    reactivateOrganization: (call) => decide(call, { decision: 'reactivate', from: 'suspended', to: 'active', changes: {} }),
  } satisfies Partial<OperationsOf<'organizations'>>;
}

const isUnchanged = (before: OrganizationRow, to: Status, changes: OrganizationChanges) =>
  before.status === to && (changes.rejectionReason === undefined || changes.rejectionReason === before.rejectionReason);

function statusNotAllowed({ name, status }: OrganizationRow, decision: OrganizationDecision): Problem {
  const act = decision === 'withdraw_approval' ? 'undo' : decision;
  return new Problem(409, 'status_not_allowed', `${name} is ${status}. There’s nothing to ${act}.`);
}

async function requireNoEvents(tx: Tx, { id, name }: OrganizationRow): Promise<void> {
  if (await hasEvents(tx, id)) throw new Problem(409, 'organization_has_events', `${name} has created events since. Suspend it instead.`);
}
