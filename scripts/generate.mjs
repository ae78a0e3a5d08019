// Bundles openapi/ and generates openapi/generated/: openapi.json (the whole contract), api.ts (types), operations.ts (the operation
// table), limits.ts (what screens must know of it), lists.ts (what each list can be asked for), and log-labels.ts (the words of the audit log,
// for its screen and its CSV file). git ignores them: `npm ci` and every command that needs them run this, which does nothing when neither the
// contract nor the files have changed.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './ensure-built.mjs';

const contract = path.join(root, 'openapi');
const folder = path.join(contract, 'generated');
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

const readYaml = async (...parts) => (await import('yaml')).parse(await readFile(path.join(contract, ...parts), 'utf8'));

/** Merges every YAML file of a folder into one map; a duplicate name is an error. */
async function mergeFolder(folder) {
  const merged = {};
  for (const file of (await readdir(path.join(contract, folder))).sort()) {
    for (const [name, value] of Object.entries(await readYaml(folder, file))) {
      if (name in merged) throw new Error(`${folder}/${file}: ${name} is already defined`);
      merged[name] = value;
    }
  }
  return merged;
}

async function bundle() {
  const components = await readYaml('components.yaml');
  return {
    ...(await readYaml('openapi.yaml')),
    security: [{ cookie: [] }, { bearer: [] }],
    paths: await mergeFolder('paths'),
    components: { ...components, schemas: await mergeFolder('schemas') },
  };
}

/** One row per operation. Fails on an operation that lacks what every operation must have. */
function operationTable(document) {
  const rows = [];
  for (const [url, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (!operation) continue;
      const where = `${method.toUpperCase()} ${url}`;
      for (const key of ['operationId', 'tags', 'summary', 'x-policy', 'responses']) {
        if (!operation[key]) throw new Error(`${where}: ${key} is missing`);
      }
      if (operation['x-policy'] === 'public') operation.security = [];
      const scope = operation['x-token-scope'];
      if (scope) {
        if (!document.components.schemas.ApiTokenScope.enum.includes(scope)) throw new Error(`${where}: there is no token scope ${scope}`);
        operation.security = [...document.security, { apiToken: [scope] }];
        operation.description = `${operation.description ?? ''}\n\nAPI tokens need the scope \`${scope}\`.`.trim();
      }
      rows.push({
        id: operation.operationId,
        method: method.toUpperCase(),
        path: url,
        tag: operation.tags[0],
        policy: operation['x-policy'],
        protocol: operation['x-protocol'] ?? 'json',
        errors: operation['x-errors'] ?? {},
      });
    }
  }
  const ids = rows.map((row) => row.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice) throw new Error(`operationId ${twice} stands twice`);
  return rows;
}

const banner = '// Generated from openapi/ by `npm run generate`. Do not edit.\n';

function operationsSource(rows) {
  const table = Object.fromEntries(rows.map(({ id, ...row }) => [id, row]));
  return `${banner}
/** Every operation of the contract: where it is, who may (\`x-policy\`), and the error codes particular to it with their status. */
export const operationTable = ${JSON.stringify(table, null, 2)} as const;

export type OperationId = keyof typeof operationTable;
export type PolicyName = (typeof operationTable)[OperationId]['policy'];
`;
}

/** Maximum lengths of the contract, for screens that validate before sending. */
function limitsSource({ components: { schemas } }) {
  const { name, description, location } = schemas.CreateEventRequest.properties;
  const limits = {
    eventName: name.maxLength,
    eventDescription: description.maxLength,
    eventLocation: location.maxLength,
    organizationName: schemas.CreateOrganizationRequest.properties.name.maxLength,
    ticketMessage: schemas.CreateTicketRequest.properties.message.maxLength,
    organizationDescription: schemas.CreateOrganizationRequest.properties.description.maxLength,
  };
  for (const [limit, value] of Object.entries(limits)) if (!(value > 0)) throw new Error(`limits: the contract has none for ${limit}`);
  return `${banner}
/** How long texts may be. */
export const limits = ${JSON.stringify(limits)} as const;
`;
}

/**
 * Filters and sort orders of lists, for URLs: one constant per paged operation, so that a screen loads no other's. Screens parse parameters of other
 * types (numbers, dates, ids) themselves.
 */
function listsSource({ paths, components }, isIncluded) {
  const resolved = (it) =>
    it.$ref
      ? resolved(
          it.$ref
            .split('/')
            .slice(2)
            .reduce((at, name) => at[name], components),
        )
      : it;
  const lists = Object.values(paths).flatMap(({ get }) => {
    const parameters = (get?.parameters ?? []).map(resolved).map(({ name, schema }) => ({ name, ...resolved(schema) }));
    const cursor = parameters.find(({ name }) => name === 'cursor');
    if (!cursor || !isIncluded(get.operationId)) return [];
    const choices = parameters.filter((each) => each.enum);
    const pick = (from, value) => Object.fromEntries(from.map((each) => [each.name, value(each)]));
    const list = {
      texts: pick(
        parameters.filter(({ type, format, maxLength, name }) => type === 'string' && maxLength && !format && name !== 'cursor'),
        ({ maxLength }) => maxLength,
      ),
      choices: pick(choices, (each) => each.enum),
      defaults: pick(
        choices.filter((each) => each.default),
        (each) => each.default,
      ),
      flags: parameters.filter(({ type }) => type === 'boolean').map(({ name }) => name),
      cursor: cursor.maxLength,
    };
    return `export const ${get.operationId}Parameters = ${JSON.stringify(list)} as const;`;
  });
  return `${banner}
// What each list can be asked for: texts with the longest they may be, choices with their values and defaults, flags, and the longest cursor.
${lists.join('\n\n')}
`;
}

/** Its file is apart, because a phone stores it for offline starts. */
const isEventsList = (operation) => operation === 'listEvents';

/** The types need no examples. An example is the sibling of a `schema`. */
const withoutExamples = (document) =>
  JSON.parse(JSON.stringify(document, (_key, value) => (value?.schema ? { ...value, example: undefined } : value)));

async function typesSource(document) {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  return `${banner}${astToString(await openapiTS(withoutExamples(document), { alphabetize: false }))}`;
}

async function logLabelsSource() {
  const type = 'Readonly<Record<string, string>>';
  const consts = Object.entries(await readYaml('log-labels.yaml')).map(([name, labels]) => {
    const isNested = Object.values(labels).some((label) => typeof label === 'object');
    return `export const ${name}: ${isNested ? `Readonly<Record<string, ${type}>>` : type} = ${JSON.stringify(labels, null, 2)};\n`;
  });
  return `${banner}${consts.join('')}`;
}

const outputs = {
  'openapi.json': (document) => `${JSON.stringify(document, null, 2)}\n`,
  'api.ts': typesSource,
  'operations.ts': (document, rows) => operationsSource(rows),
  'limits.ts': limitsSource,
  'events-list.ts': (document) => listsSource(document, isEventsList),
  'lists.ts': (document) => listsSource(document, (operation) => !isEventsList(operation)),
  'log-labels.ts': logLabelsSource,
};

async function generate() {
  const document = await bundle();
  const rows = operationTable(document);
  return Promise.all(Object.entries(outputs).map(async ([name, source]) => [name, await source(document, rows)]));
}

const hashOf = (files) => {
  const hash = createHash('sha256');
  for (const [name, text] of files) hash.update(`${name}\0${text}\0`);
  return hash.digest('hex');
};

async function readOr(file, otherwise) {
  return readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return otherwise;
    throw error;
  });
}

/** Replaces a file atomically, because other processes may read or write it at the same time. */
async function replace(file, text) {
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, text);
  await rename(temporary, file);
}

const yaml = (await readdir(contract, { recursive: true })).filter((name) => name.endsWith('.yaml')).sort();
const inputs = ['scripts/generate.mjs', 'package-lock.json', ...yaml.map((name) => `openapi/${name}`)];
// Hashed before the contract is bundled: a change in between makes the next run generate again.
const from = await Promise.all(inputs.map(async (name) => [name, await readFile(path.join(root, name), 'utf8')]));
const current = await Promise.all(Object.keys(outputs).map(async (name) => [name, await readOr(path.join(folder, name), '')]));
// The stamp covers the inputs and the outputs: of two runs at once, the one that ends last may have written only some of the files.
const stamp = path.join(folder, '.stamp');
if ((await readOr(stamp, '')) !== hashOf([...from, ...current])) {
  const made = await generate();
  await mkdir(folder, { recursive: true });
  for (const [index, [name, text]] of made.entries()) {
    if (current[index][1] === text) continue;
    await replace(path.join(folder, name), text);
    console.log(`wrote openapi/generated/${name}`);
  }
  await replace(stamp, hashOf([...from, ...made]));
}
