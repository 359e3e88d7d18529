import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { texts } from './texts-plugin.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), texts()],
  // Compiled texts need no parser of ICU messages.
  resolve: {
    alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
  },
  // Files refer to each other by relative URLs, and the server writes the path of BASE_URL into the page.
  base: './',
  // During development, a running service answers API requests.
  server: { proxy: { '/api': 'http://localhost:3000', '/broadcasting': 'http://localhost:3000' } },
  build: {
    // Browsers that support light-dark(), which app.css uses for every color.
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // An inlined image counts against the first load; a file is cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Icons, and modules that many screens share, go into one file each: many small files compress worse and cost a request each.
        codeSplitting: {
          groups: [
            { name: 'icons', test: /lucide-react/, minShareCount: 2 },
            { name: 'shared', minShareCount: 12 },
          ],
        },
      },
    },
  },
})
