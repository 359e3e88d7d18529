const darkScheme = matchMedia('(prefers-color-scheme: dark)')
const applyScheme = () => document.documentElement.classList.toggle('dark-mode', darkScheme.matches)
darkScheme.addEventListener('change', applyScheme)
applyScheme()

window.SwaggerUIBundle({
  dom_id: '#reference',
  // /docs shows the API for integrations, /docs?dashboard that of the dashboard.
  url: location.search === '?dashboard' ? '/api/openapi-dashboard.json' : '/api/openapi.json',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
  // The default sends the document to validator.swagger.io.
  validatorUrl: null,
})
