// The import law of the house, one way:
//   routes → domains, camera, shell → ui, session, outbox, transport → lib, openapi/generated
//   no domain imports another; the worker stands on outbox, transport, lib and the contract; the server on the contract only, and in it
//   main, app, runtime, seed → own-data → images → sharing → photos, generation → events → accounts → integrations → organizations → billing, support → notifications → http, db, jobs, live, mail,
//   media, settings, storage, audit, telemetry; platform and backup read by SQL;
//   kit shows what shell and ui have, and nothing imports it; tests import anything, nothing imports tests. That only main.tsx wires session into transport is told by tests/architecture/routes.test.ts.
// tests/architecture/import-law.test.ts breaks each rule once in a copy and sees it told.
const test = '\\.test\\.tsx?$';

/** Modules of `from` may import, of the repository's own code, only what `may` names. */
const only = (name, comment, from, may) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: test },
  to: { path: '^(src|sw|server|tests|openapi|scripts)/', pathNot: may },
});

const contract = '^openapi/generated/';

/** The server's lowest floor: what knows nothing of any domain. Its single files are here too. */
const serverBase = [
  '^server/(http|db|jobs|live|mail|media|settings|storage|audit|telemetry)/',
  '^server/(cache|child|config|deps|generator-settings|instance-lock|outage-log|package-root|process|secrets|uuid|variables|viewer|weak-passwords|with-timeout)\\.ts$',
  contract,
];
/** Each of the server's domains may import those below it. */
const serverFloors = [
  ['own-data'],
  ['images'],
  ['sharing'],
  ['photos', 'generation'],
  ['events'],
  ['accounts'],
  ['integrations'],
  ['organizations'],
  ['billing', 'support'],
  ['notifications'],
];
const serverDomains = serverFloors.flatMap((floor, height) =>
  floor.map((domain) => {
    const below = [domain, ...serverFloors.slice(height + 1).flat()];
    return only(`server-${domain}`, `${domain} imports what stands below it in the server.`, `^server/${domain}/`, [
      `^server/(${below.join('|')})/`,
      ...serverBase,
    ]);
  }),
);
const generatedRoutes = '^src/routeTree\\.gen\\.ts$';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'No module imports itself through others, not even for types.',
      severity: 'error',
      from: { pathNot: generatedRoutes },
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'Every import is found.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|~icons/)' },
    },
    {
      name: 'nothing-imports-tests',
      comment: 'Product code does not import tests.',
      severity: 'error',
      from: { path: '^(src|sw|server|openapi|scripts)/', pathNot: test },
      to: { path: ['^tests/', test] },
    },
    only('lib-is-pure', 'src/lib imports lib and the contract.', '^src/lib/', ['^src/lib/', contract]),
    only('transport-stands-low', 'transport imports lib and the contract.', '^src/transport/', ['^src/(transport|lib)/', contract]),
    only('outbox-stands-low', 'outbox imports transport, lib and the contract.', '^src/outbox/', [
      '^src/(outbox|transport|lib)/',
      contract,
    ]),
    only('session-stands-low', 'session imports outbox, transport, lib and the contract.', '^src/session/', [
      '^src/(session|outbox|transport|lib)/',
      contract,
    ]),
    only('ui-stands-low', 'The kit knows nothing of the product.', '^src/ui/', ['^src/(ui|lib)/', '^src/styles\\.css$', contract]),
    only('camera-stands-in-the-middle', 'camera imports ui, session, outbox, transport and below.', '^src/camera/', [
      '^src/(camera|ui|session|outbox|transport|lib)/',
      contract,
    ]),
    only('shell-stands-in-the-middle', 'shell imports ui, session, outbox, transport and below.', '^src/shell/', [
      '^src/(shell|ui|session|outbox|transport|lib)/',
      contract,
    ]),
    only('domains-stand-in-the-middle', 'Domains import camera, shell, ui, session, outbox, transport and below.', '^src/domains/', [
      '^src/(domains|camera|shell|ui|session|outbox|transport|lib)/',
      contract,
    ]),
    {
      name: 'no-domain-imports-another',
      comment: 'Domains are composed in routes.',
      severity: 'error',
      from: { path: '^src/domains/([^/]+)/' },
      to: { path: '^src/domains/([^/]+)/', pathNot: '^src/domains/$1/' },
    },
    only('kit-shows-the-parts', 'The kit page shows what shell and ui have for screens.', '^src/kit/', [
      '^src/(kit|shell|ui|transport|lib)/',
      '^src/styles\\.css$',
    ]),
    {
      name: 'nothing-imports-the-kit',
      comment: 'The kit page is not part of the product.',
      severity: 'error',
      from: { path: '^(src|sw|server|openapi|scripts)/', pathNot: ['^src/kit/', test] },
      to: { path: '^src/kit/' },
    },
    {
      name: 'nothing-imports-routes',
      comment: 'Routes are the top; the route tree collects them.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/routes/', '^src/(main|first-screens)\\.tsx$', '^src/router\\.tsx$', generatedRoutes, test] },
      to: { path: ['^src/routes/', '^src/(main|router)\\.tsx$', generatedRoutes] },
    },
    only('worker-stands-on-the-outbox', 'The worker imports outbox, transport, lib and the contract.', '^sw/', [
      '^sw/',
      '^src/(outbox|transport|lib)/',
      contract,
    ]),
    only('server-stands-on-the-contract', 'The server imports nothing of the web app.', '^server/', ['^server/', contract]),
    only('server-base', 'What every domain stands on knows none of them.', serverBase.slice(0, 2), serverBase),
    ...serverDomains,
    only('server-backup', 'A backup knows tables and files, and no domain.', '^server/backup/', ['^server/backup/', ...serverBase]),
    only('server-platform', 'The platform reads other domains by SQL.', '^server/platform/', ['^server/platform/', ...serverBase]),
    only('web-app-knows-no-server', 'The web app imports nothing of server and worker.', '^src/', ['^src/', contract]),
    only('contract-imports-nothing', 'Generated files stand alone.', '^openapi/', [contract]),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|screens|test-results)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.tests.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
    cache: { folder: 'node_modules/.cache/dependency-cruiser', strategy: 'metadata' },
  },
};
