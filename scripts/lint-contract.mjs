// Lints the bundled API document with the rules of redocly.yaml. Exit code 1 when it has a problem.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatProblems, getTotals, lint, loadConfig } from '@redocly/openapi-core';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const config = await loadConfig({ configPath: path.join(root, 'redocly.yaml') });
const problems = await lint({ ref: path.join(root, 'openapi/generated/openapi.json'), config });
const totals = getTotals(problems);
formatProblems(problems, { cwd: root, totals });
console.log(`openapi/generated/openapi.json: ${totals.errors} errors, ${totals.warnings} warnings`);
process.exitCode = problems.length === 0 ? 0 : 1;
