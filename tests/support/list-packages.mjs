// Preloaded by NODE_OPTIONS: when the process ends, prints the packages of CommonJS that it has loaded.
import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';

const { cache } = createRequire(import.meta.url);
process.once('exit', () => {
  const names = Object.keys(cache).flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  writeSync(2, `loaded packages: ${[...new Set(names)].join(' ')}\n`);
});
