// An example of the API: lists events, downloads the approved photos of one in web size, and receives webhooks. Node 20, no dependencies.
//
//   export AIS_URL=https://photos.example.org AIS_TOKEN=ais_…
//   node event-photos.mjs events
//   node event-photos.mjs download EVENT_ID FOLDER
//   AIS_WEBHOOK_SECRET=whsec_… node event-photos.mjs listen 8080
//
// The token needs the scopes events:read and photos:read.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const { AIS_URL: base = 'http://localhost:3000', AIS_TOKEN: token = '', AIS_WEBHOOK_SECRET: secret = '' } = process.env;

/** Calls the API. Waits and tries again when it is asked to. */
async function get(address) {
  for (;;) {
    const response = await fetch(new URL(address, base), { headers: { authorization: `Bearer ${token}` } });
    if (response.ok) return response;
    const wait = Number(response.headers.get('retry-after'));
    if (![429, 503].includes(response.status) || !(wait > 0)) {
      const { code, detail } = await response.json();
      throw new Error(`${response.status} ${code}: ${detail}`);
    }
    await sleep(wait * 1000);
  }
}

/** All items of a list, page by page. */
async function* itemsOf(address) {
  for (let cursor = null; ;) {
    const url = new URL(address, base);
    url.searchParams.set('limit', '100');
    if (cursor !== null) url.searchParams.set('cursor', cursor);
    const page = await (await get(url)).json();
    yield* page.items;
    if (page.next_cursor === null) return;
    cursor = page.next_cursor;
  }
}

async function listEvents() {
  for await (const { id, name, status, photos_count: photos } of itemsOf('/api/v1/event'))
    console.log(`${id}  ${status}  ${name} (${photos} photos)`);
}

/** Photos that are there already are skipped, so it can be repeated. */
async function download(eventId, folder) {
  await mkdir(folder, { recursive: true });
  for await (const { id, state } of itemsOf(`/api/v1/event/${eventId}/photos?status=approved`)) {
    const file = path.join(folder, `${id}.jpg`);
    const isThere = await stat(file).then(
      () => true,
      () => false,
    );
    // A photo that has just arrived has no web size yet.
    if (isThere || state !== 'ready') continue;
    const preview = await get(`/api/v1/event/${eventId}/photos/${id}/preview`);
    await writeFile(file, Buffer.from(await preview.arrayBuffer()));
    console.log(file);
  }
}

const TOLERANCE_S = 5 * 60;

/** Verifies a message as the Standard Webhooks specification says. Pass the body as it arrived, not parsed. */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  // An old message may be one that somebody recorded.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < TOLERANCE_S)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Ids of messages that arrived: the same message may come again. A real program stores them. */
const seen = new Set();

function listen(port) {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    if (!isGenuine(request.headers, body)) return response.writeHead(401).end('Wrong signature');
    // Answer first and work later: an answer that takes ten seconds counts as a failure.
    response.writeHead(204).end();
    const { id, type, data } = JSON.parse(body);
    if (seen.has(id)) return undefined;
    seen.add(id);
    console.log(`${type} ${id} ${JSON.stringify(data)}`);
    return undefined;
  });
  server.listen(port, () => console.log(`listening on ${server.address().port}`));
}

const [command, ...args] = process.argv.slice(2);
const commands = { events: listEvents, download, listen: (port) => listen(Number(port)) };
if (!commands[command]) {
  console.error('Use: events | download EVENT_ID FOLDER | listen PORT');
  process.exitCode = 1;
} else {
  await commands[command](...args);
}
