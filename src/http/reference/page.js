const darkScheme = matchMedia('(prefers-color-scheme: dark)')
const applyScheme = () => document.documentElement.classList.toggle('dark-mode', darkScheme.matches)
darkScheme.addEventListener('change', applyScheme)
applyScheme()

// /docs shows the API for integrations, /docs?agents the one for agents, /docs?dashboard the one of the dashboard.
const audience = ['agents', 'dashboard'].find((name) => location.search === `?${name}`)
const documentName = audience ? `openapi-${audience}.json` : 'openapi.json'

window.SwaggerUIBundle({
  dom_id: '#reference',
  url: new URL(`../api/${documentName}`, document.currentScript.src).href,
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
  // The default sends the document to validator.swagger.io.
  validatorUrl: null,
})
