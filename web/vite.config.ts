import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), preloadApp()],
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
        // Modules that many screens share go into one file: many small files compress worse and cost a request each.
        codeSplitting: {
          groups: [
            // What the entry runs before it loads modules with texts, so it is in none of their files.
            { name: 'language', test: /(language|languages|catalog|theme)\.ts$|preload-helper/, priority: 1 },
            // What catalogs use: loaded after the language and before modules with texts.
            { name: 'formats', test: /(formats|password-length)\.ts$/, priority: 1 },
            { name: 'icons', test: /lucide-react/, minShareCount: 14 },
            { name: 'shared', minShareCount: 14 },
          ],
        },
      },
    },
  },
})

/**
 * Preloads the dashboard, which the entry imports after the language. Without it, browsers would request these scripts
 * only when they have run the entry.
 */
function preloadApp(): Plugin {
  return {
    name: 'preload-app',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const app = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/web/app.tsx'))
        const ofEntry = chunks.filter(({ isEntry }) => isEntry).flatMap(({ imports }) => imports)
        if (app === undefined) return []
        return [app.fileName, ...app.imports.filter((file) => !ofEntry.includes(file))].map(preload)
      },
    },
  }
}

const preload = (file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
  injectTo: 'head',
})
