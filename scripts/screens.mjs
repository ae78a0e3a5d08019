// `npm run screens`: screenshots of the whole product. Builds if needed, starts the app with demo data and captures every route for every role with
// access, in both sizes and themes, into screens/ with contact sheets (index.html). `npm run screens -- product` updates those of the landing page in
// public/product/; `npm run screens -- tutorials` those of the tutorials, `-- examples` the example images.
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root, run } from './ensure-built.mjs';

const scripts = { examples: 'examples.ts', product: 'product.ts', tutorials: 'tutorials.ts' };

try {
  await ensureInstalled();
  await ensureBuilt();
  const script = scripts[process.argv[2]] ?? 'shoot.ts';
  await run(path.join(root, 'node_modules', '.bin', 'tsx'), [path.join(root, 'tests', 'screens', script), ...process.argv.slice(2)]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
