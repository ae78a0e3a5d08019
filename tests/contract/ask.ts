// Stories' calls, each judged against the contract as well.
import type { components } from '#openapi/api.ts';
import { demoOrganizationIds } from '#server/seed/ids.ts';
import type { Answer, Person } from '#tests/support/api.ts';
import { rows } from '#tests/support/contract.ts';
import { expectStatus } from '#tests/support/events.ts';
import { judge, type ProblemBody } from './judge.ts';

export const row = (id: string) => rows.find((one) => one.id === id)!;

export async function ask<T = unknown>(id: string, person: Person, path: string, json?: unknown): Promise<Answer<T>> {
  const answer = await person.call<T>(row(id).method, path, json === undefined ? {} : { json });
  judge(row(id), answer, 'story');
  return answer;
}

export const codeOf = (answer: Answer) => (answer.body as ProblemBody).code;

/** Status and code of a response. */
export const told = (answer: Answer) => [answer.status, codeOf(answer)];

/** A page of Aurora's events. */
export async function auroraEvents(person: Person, query: Record<string, string>): Promise<components['schemas']['OrganizationEventPage']> {
  const path = `/api/v1/event/organization/${demoOrganizationIds.aurora}?${new URLSearchParams(query)}`;
  return expectStatus(await ask<components['schemas']['OrganizationEventPage']>('listOrganizationEvents', person, path), 200, 'listing');
}
