/**
 * Custom functions that return Ansight metrics: `=ANSIGHT("visibility-trend", "Acme", A1, B1)`.
 *
 * The URL and the API key are stored in the script properties. Everyone who can edit the script can read them, so use the key
 * of a viewer with access to no more than the sheet shows.
 */

function onOpen() {
  SpreadsheetApp.getUi()
    .createMenu('Ansight')
    .addItem('Connect…', 'connect')
    .addItem('Disconnect', 'disconnect')
    .addToUi()
}

/** Prompts for the URL and the API key and stores them once the service has accepted the key. */
function connect() {
  const ui = SpreadsheetApp.getUi()
  const url = promptFor(ui, 'Ansight URL', 'For example https://ansight.example.com')
  const key =
    url && promptFor(ui, 'API key', 'Create one in Ansight under Settings > API keys. It starts with ans_')
  if (!key) return
  try {
    const { organization } = JSON.parse(fetchText({ url, key }, '/api/v1/whoami', {}))
    PropertiesService.getScriptProperties().setProperties({ ANSIGHT_URL: url, ANSIGHT_KEY: key })
    ui.alert(`Connected to ${organization.name}.`)
  } catch (error) {
    ui.alert(`Not connected. ${error.message}`)
  }
}

function disconnect() {
  for (const name of ['ANSIGHT_URL', 'ANSIGHT_KEY'])
    PropertiesService.getScriptProperties().deleteProperty(name)
}

/**
 * Returns an Ansight metric as a table whose first row contains the field names.
 *
 * @param {string} metric For example "visibility-summary", "visibility-trend", "competitor-comparison", "citations", "ai-traffic", "prompt-performance" or "shopping-cards".
 * @param {string} brand The name, slug or id of the brand.
 * @param {date} from The first day. Empty: the first day with data.
 * @param {date} to The last day. Empty: today.
 * @param {string} filters Additional query parameters, for example "platform=chatgpt&branded=false" or "table=top_urls".
 * @return {Array} The table.
 * @customfunction
 */
function ANSIGHT(metric, brand, from, to, filters) {
  if (!/^[a-z-]+$/.test(metric ?? ''))
    throw new Error('Enter the name of a metric, for example "visibility-trend".')
  const connection = requireConnection()
  const text = fetchText(connection, `/api/v1/${metric}.csv`, {
    brand_id: findBrandId(connection, brand),
    date_from: toDay(from),
    date_to: toDay(to),
    ...parseFilters(filters),
  })
  return Utilities.parseCsv(text).map((row, index) => (index === 0 ? row : row.map(toCell)))
}

/**
 * Returns the brands that the API key can access.
 *
 * @return {Array} The name, slug and id of each brand.
 * @customfunction
 */
function ANSIGHT_BRANDS() {
  return [
    ['name', 'slug', 'id'],
    ...listBrands(requireConnection()).map(({ name, slug, id }) => [name, slug, id]),
  ]
}

function findBrandId(connection, brand) {
  const wanted = String(brand ?? '')
    .trim()
    .toLowerCase()
  const brands = listBrands(connection)
  const found = brands.find(({ id, slug, name }) => [id, slug, name.toLowerCase()].includes(wanted))
  if (found) return found.id
  const names = brands.map(({ name }) => name).join(', ')
  throw new Error(`Brand "${brand}" not found. Available brands: ${names || 'none'}.`)
}

const listBrands = (connection) => JSON.parse(fetchText(connection, '/api/v1/brands', {}))

/** Converts a date cell to the day that it shows. Apps Script passes a point in time; the day depends on the spreadsheet's time zone. */
function toDay(value) {
  if (value === undefined || value === null || value === '') return ''
  if (!(value instanceof Date)) return String(value)
  return Utilities.formatDate(value, SpreadsheetApp.getActive().getSpreadsheetTimeZone(), 'yyyy-MM-dd')
}

function parseFilters(filters) {
  const pairs = String(filters ?? '')
    .split('&')
    .filter((pair) => pair !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name, ...value] = pair.split('=')
      return [name.trim(), value.join('=').trim()]
    }),
  )
}

/** Converts numbers and booleans, and removes the apostrophe that escapes formulas: a returned text is never run as one. */
function toCell(text) {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (text === 'true' || text === 'false') return text === 'true'
  return text.replace(/^'(?=[=+\-@\t\r])/, '')
}

function requireConnection() {
  const { ANSIGHT_URL: url, ANSIGHT_KEY: key } = PropertiesService.getScriptProperties().getProperties()
  if (url && key) return { url, key }
  throw new Error('Not connected. Choose Ansight > Connect… in the menu.')
}

function fetchText({ url, key }, path, parameters) {
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  const response = UrlFetchApp.fetch(`${url.replace(/\/+$/, '')}${path}?${query}`, {
    headers: { Authorization: `Bearer ${key}` },
    muteHttpExceptions: true,
  })
  const text = response.getContentText()
  if (response.getResponseCode() === 200) return text
  throw new Error(errorMessage(response.getResponseCode(), text))
}

function errorMessage(status, text) {
  try {
    const { error, request_id } = JSON.parse(text)
    if (typeof error === 'string') return `${error} Request ID: ${request_id}.`
  } catch {
    // Not JSON: the response of a proxy or another service.
  }
  return `The response does not come from Ansight (status ${status}). Check the URL.`
}

function promptFor(ui, title, hint) {
  const response = ui.prompt(title, hint, ui.ButtonSet.OK_CANCEL)
  return response.getSelectedButton() === ui.Button.OK ? response.getResponseText().trim() : ''
}
