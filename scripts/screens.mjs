// `npm run screens`: the whole product to look at in a minute. Builds what is missing, starts the app with demo data and photographs every
// route for every role that may see it, at both sizes and in both themes, into screens/ with contact sheets (index.html).
// `npm run screens -- product` takes those that the landing page shows, into public/product/; `npm run screens -- tutorials` those of the tutorials.
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root, run } from './ensure-built.mjs';

const scripts = { product: 'product.ts', tutorials: 'tutorials.ts' };

try {
  await ensureInstalled();
  await ensureBuilt();
  const script = scripts[process.argv[2]] ?? 'shoot.ts';
  await run(path.join(root, 'node_modules', '.bin', 'tsx'), [path.join(root, 'tests', 'screens', script), ...process.argv.slice(2)]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
