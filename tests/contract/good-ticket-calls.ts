// Good calls upon requests to support: the participant's is read and answered by the platform, and there for nobody else.
import { randomUUID } from 'node:crypto';
import { isSignedIn, type GoodCalls } from './good-call.ts';
import { pictureForm, type RoleName, type World } from './world.ts';

const ticket = (w: World, rest = '') => `/api/v1/tickets/${w.ticketId}${rest}`;
const answers = (role: RoleName) => ['admin', 'super'].includes(role);

/** @param platform what those of the platform may expect who manage users */
function forTicket(role: RoleName, own: number, platform: number): number[] {
  if (!isSignedIn(role)) return [401];
  if (role === 'participant') return [own];
  return [answers(role) ? platform : 404];
}

export const goodTicketCalls: GoodCalls = {
  listOwnTickets: (_, role) => ({ path: '/api/v1/tickets', options: {}, expected: [isSignedIn(role) ? 200 : 401] }),
  createTicket: (_, role) => ({
    path: '/api/v1/tickets',
    options: { json: { id: randomUUID(), category: 'question', message: 'How do I invite photographers?', diagnostics: 'Online: yes' } },
    expected: [isSignedIn(role) ? 201 : 401],
  }),
  listTickets: (_, role) => ({
    path: '/api/v1/tickets/inbox',
    options: {},
    expected: [isSignedIn(role) ? (answers(role) ? 200 : 403) : 401],
  }),
  getTicket: (w, role) => ({ path: ticket(w), options: {}, expected: forTicket(role, 200, 200) }),
  addTicketMessage: (w, role) => ({
    path: ticket(w, '/messages'),
    options: { json: { id: randomUUID(), text: 'What stands beside them in the queue?' } },
    expected: forTicket(role, 201, 201),
  }),
  setTicketStatus: (w, role) => ({
    path: ticket(w, '/status'),
    options: { json: { status: 'closed' } },
    expected: forTicket(role, 200, 200),
  }),
  markTicketRead: (w, role) => ({
    path: ticket(w, '/read'),
    options: { json: { message_id: w.ticketId } },
    expected: forTicket(role, 200, 403),
  }),
  uploadTicketScreenshot: async (w, role) => ({
    path: ticket(w, '/screenshot'),
    options: await pictureForm(),
    expected: forTicket(role, 200, 403),
  }),
  getTicketScreenshot: (w, role) => ({ path: ticket(w, '/screenshot'), options: {}, expected: forTicket(role, 200, 200) }),
};
