// deploy/: its files name variables, ports, metrics, commands and chapters of each other, and of the code.
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { variables } from '#server/variables.ts';
import { readSource, sources } from '#tests/support/source.ts';

interface Service {
  environment?: Record<string, string>;
  volumes?: string[];
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
}
interface Alert {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook: string };
}
interface Dashboard {
  panels: {
    id: number;
    title: string;
    gridPos: { x: number; w: number };
    targets?: { expr: string; datasource: { uid: string } }[];
  }[];
  templating: { list: { name: string }[] };
}

const readYaml = (file: string): unknown => parse(readSource(file), { merge: true });
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1]!);

const compose = readYaml('deploy/compose.yaml') as Compose;
const { groups } = readYaml('deploy/prometheus/alerts.yml') as { groups: { rules: Alert[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);
const runbook = readSource('deploy/runbook.md');
const units = sources(/^deploy\/systemd\/.*\.service$/);
const app = Object.entries(compose.services).filter(([, { environment }]) => environment?.ROLE !== undefined);

describe('variables', () => {
  test('of the app, in compose.yaml and the systemd units, are variables of the server', () => {
    const ofUnits = units.flatMap((unit) => matches(readSource(unit), /^Environment=(.+)$/gm).flatMap((line) => matches(line, /(\w+)=/g)));
    const named = [...app.flatMap(([, { environment }]) => Object.keys(environment ?? {})), ...ofUnits];
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !(name in variables))).toEqual([]);
  });

  test('of compose.yaml are in .env.example, and no others', () => {
    const used = new Set(matches(readSource('deploy/compose.yaml'), /\$\{(\w+)/g));
    expect(new Set(matches(readSource('deploy/.env.example'), /^(\w+)=/gm))).toEqual(used);
  });

  test('that hold secrets have no value in .env.example', () => {
    expect(readSource('deploy/.env.example')).not.toMatch(/^\w*(SECRET|PASSWORD|KEY)\w*=.+$/m);
  });
});

describe('compose.yaml', () => {
  test('runs two web servers and a worker', () => {
    expect(app.map(([name, { environment }]) => [name, environment?.ROLE])).toEqual([
      ['web1', 'web'],
      ['web2', 'web'],
      ['worker', 'worker'],
    ]);
  });

  test('declares every volume that it uses, and mounts only files that exist', () => {
    const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0]!));
    expect(new Set(mounts.filter((source) => !source.startsWith('.')))).toEqual(new Set(Object.keys(compose.volumes)));
    const files = mounts.filter((source) => source.startsWith('./')).map((source) => source.replace('./', 'deploy/'));
    const known = sources(/^deploy\//);
    // The folder of backups is made by the first backup.
    expect(
      files.filter((file) => file !== 'deploy/backups' && !known.some((path) => path === file || path.startsWith(`${file}/`))),
    ).toEqual([]);
  });
});

describe('ports', () => {
  const metricsPorts = new Set(app.map(([, { environment }]) => environment?.METRICS_PORT));

  test('at which Prometheus asks are those at which the processes answer', () => {
    const prometheus = readYaml('deploy/prometheus/prometheus.yml') as { scrape_configs: { static_configs: { targets: string[] }[] }[] };
    const targets = prometheus.scrape_configs.flatMap((job) => job.static_configs.flatMap((group) => group.targets));
    expect(metricsPorts.size).toBe(1);
    expect(targets).toEqual(app.map(([name]) => `${name}:${[...metricsPorts][0]}`));
    for (const port of metricsPorts) expect(readSource('deploy/compose.yaml')).toContain(`http://127.0.0.1:${port}/readyz`);
  });

  test('to which Caddy sends requests are those of the web servers', () => {
    const [upstreams = ''] = matches(readSource('deploy/Caddyfile'), /\{\$UPSTREAMS:([^}]+)\}/g);
    const webServers = app.filter(([, { environment }]) => environment?.ROLE === 'web');
    expect(upstreams.split(' ')).toEqual(webServers.map(([name]) => `${name}:${variables.PORT.default}`));
  });

  test('to which nginx sends requests are those for which the systemd template is enabled', () => {
    const ports = matches(readSource('deploy/nginx.conf'), /^\s+server 127\.0\.0\.1:(\d+)/gm);
    expect(ports).toEqual(matches(readSource('deploy/systemd/ai-image-suite-web@.service').split('\n')[0]!, /web@(\d+)/g));
    const metrics = matches(readSource('deploy/systemd/ai-image-suite-worker.service'), /METRICS_PORT=(\d+)/g);
    const scraped = ports.map((port) => `1${port}`).concat(metrics);
    for (const port of scraped) expect(readSource('deploy/prometheus/prometheus.yml')).toContain(`127.0.0.1:${port}`);
  });
});

describe('metrics', () => {
  const inCode = new Set(
    sources(/^server\/telemetry\/.*(?<!\.test)\.ts$/).flatMap((file) => matches(readSource(file), /['"`](ais_\w+)['"`]/g)),
  );
  const inExpressions = (text: string) => matches(text, /\b(ais_\w+)/g);
  const exists = (name: string) => inCode.has(name) || inCode.has(name.replace(/_(bucket|sum|count)$/, ''));

  test('of the alerts exist', () => {
    expect(alerts.length).toBeGreaterThan(10);
    expect(alerts.flatMap(({ expr }) => inExpressions(expr)).filter((name) => !exists(name))).toEqual([]);
  });

  test('of the dashboard exist', () => {
    const dashboard = readSource('deploy/grafana/dashboard.json');
    expect(inExpressions(dashboard).length).toBeGreaterThan(30);
    expect(inExpressions(dashboard).filter((name) => !exists(name))).toEqual([]);
  });

  test('are shown by panels that lie within the dashboard and use only variables that it has', () => {
    const { panels, templating } = JSON.parse(readSource('deploy/grafana/dashboard.json')) as Dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(panels.filter(({ gridPos }) => gridPos.x + gridPos.w > 24)).toEqual([]);
    const known = new Set(['__rate_interval', ...templating.list.map(({ name }) => name)]);
    const used = panels.flatMap(({ title, targets = [] }) =>
      targets.flatMap(({ expr, datasource }) => [title, expr, datasource.uid].flatMap((text) => matches(text, /\$\{?(\w+)/g))),
    );
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });

  test('of the runbook and of docs/capacity.md exist', () => {
    const named = [runbook, readSource('docs/capacity.md')].flatMap(inExpressions);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !exists(name))).toEqual([]);
  });
});

describe('the runbook', () => {
  const chapters = matches(runbook, /^## (.+)$/gm);

  test('has the chapter of each alert', () => {
    const anchors = chapters.map((title) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    );
    expect(alerts.filter(({ annotations }) => !anchors.some((anchor) => annotations.runbook === `deploy/runbook.md#${anchor}`))).toEqual(
      [],
    );
  });

  test('tells of each trouble its sign, check, cure, and how to see that it is cured', () => {
    const troubles = runbook.split(/^## /m).filter((chapter) => chapter.includes('**Sign**'));
    expect(troubles.length).toBeGreaterThan(8);
    const incomplete = troubles.filter((chapter) => !['**Check**', '**Cure**', '**Cured**'].every((part) => chapter.includes(part)));
    expect(incomplete.map((chapter) => chapter.split('\n')[0])).toEqual([]);
  });

  test('names only alerts, npm scripts, programs and log lines that exist', () => {
    const { scripts } = JSON.parse(readSource('package.json')) as { scripts: Record<string, string> };
    expect(matches(runbook, /npm run ([\w:]+)/g).filter((name) => !(name in scripts))).toEqual([]);
    const programs = readSource('vite.server.config.ts');
    expect(matches(runbook, /dist\/server\/([\w-]+)\.js/g).filter((name) => !programs.includes(name))).toEqual([]);
    const names = new Set(alerts.map(({ alert }) => alert));
    expect(matches(runbook, /Alert `(\w+)`/g).filter((name) => !names.has(name))).toEqual([]);
    const code = sources(/^server\/.*(?<!\.test)\.ts$/).map(readSource);
    expect(matches(runbook, /log line `([^`]+)`/g).filter((line) => !code.some((text) => text.includes(line)))).toEqual([]);
  });
});
