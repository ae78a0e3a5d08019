// The kit page alone, for looking at it and for its tests: `npx vite -c vite.kit.config.ts`, then /kit.html. Not part of the product.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { iconsPlugin } from './scripts/icons-plugin.ts';

export default defineConfig({
  plugins: [iconsPlugin(), react(), tailwindcss()],
  build: { outDir: 'node_modules/.cache/kit', target: 'es2022', rollupOptions: { input: 'kit.html' } },
});
