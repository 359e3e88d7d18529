const darkScheme = matchMedia('(prefers-color-scheme: dark)')
const applyScheme = () => document.documentElement.classList.toggle('dark-mode', darkScheme.matches)
darkScheme.addEventListener('change', applyScheme)
applyScheme()

window.SwaggerUIBundle({
  dom_id: '#reference',
  url: '/api/openapi.json',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
  // The default sends the document to validator.swagger.io.
  validatorUrl: null,
})
