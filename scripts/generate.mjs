// Bundles openapi/ and generates openapi/generated/: openapi.json (the whole contract), api.ts (types), operations.ts (the operation
// table), limits.ts (what screens must know of it), lists.ts (what each list can be asked for). `--check` writes nothing and fails when what is there differs from what would be written.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { format as formatted } from 'oxfmt';
import { parse } from 'yaml';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const contract = path.join(root, 'openapi');
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

const readYaml = async (...parts) => parse(await readFile(path.join(contract, ...parts), 'utf8'));

/** Merges every YAML file of a folder into one map; a name that stands twice is an error. */
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

/** The longest that the contract takes, where a screen must know it before the server says so. */
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
 * What a list can be asked for, as a URL may hold it: one constant for each operation that is paged by a cursor, so that a screen takes along
 * no other's. Parameters of other kinds (numbers, dates, ids) are for the screen that has them to read.
 */
function listsSource({ paths, components }) {
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
    if (!cursor) return [];
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

async function outputs() {
  const document = await bundle();
  const rows = operationTable(document);
  const types = astToString(await openapiTS(document, { alphabetize: false }));
  const sources = {
    'openapi.json': JSON.stringify(document),
    'api.ts': banner + types,
    'operations.ts': operationsSource(rows),
    'limits.ts': limitsSource(document),
    'lists.ts': listsSource(document),
  };
  const written = Object.entries(sources).map(async ([name, source]) => {
    const { code, errors } = await formatted(name, source, { printWidth: 140, singleQuote: true });
    if (errors.length > 0) throw new Error(`${name} is not sound: ${JSON.stringify(errors)}`);
    return [name, code];
  });
  return Object.fromEntries(await Promise.all(written));
}

const check = process.argv.includes('--check');
const folder = path.join(contract, 'generated');
await mkdir(folder, { recursive: true });
for (const [name, text] of Object.entries(await outputs())) {
  const file = path.join(folder, name);
  const current = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (current === text) continue;
  if (check) {
    console.error(`openapi/generated/${name} does not match the contract: run \`npm run generate\``);
    process.exitCode = 1;
  } else {
    await writeFile(file, text);
    console.log(`wrote openapi/generated/${name}`);
  }
}
