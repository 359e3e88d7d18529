import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  // While working on the dashboard, a service that runs beside Vite answers for the API.
  server: { proxy: { '/api': 'http://localhost:3000', '/broadcasting': 'http://localhost:3000' } },
  build: {
    // Browsers that know light-dark(), which app.css gives each colour with.
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // A picture in a data: address would count against the first load; as a file it is cached for good.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
