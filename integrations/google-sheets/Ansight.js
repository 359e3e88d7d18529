/**
 * Numbers of Ansight in cells: `=ANSIGHT("visibility-trend", "Acme", A1, B1)`.
 *
 * Address and key are kept in the script's properties. Whoever may edit the script can read them, so the key should be
 * that of a viewer who sees no more than the sheet shows.
 */

function onOpen() {
  SpreadsheetApp.getUi()
    .createMenu('Ansight')
    .addItem('Connect…', 'connect')
    .addItem('Disconnect', 'disconnect')
    .addToUi()
}

/** Asks for address and key, and keeps them once the service has accepted them. */
function connect() {
  const ui = SpreadsheetApp.getUi()
  const url = answerTo(ui, 'Address of your Ansight', 'Such as https://ansight.example.com')
  const key = url && answerTo(ui, 'API key', 'Made in Ansight under Settings, API keys. It begins with ans_')
  if (!key) return
  try {
    const { organization } = JSON.parse(fetchText({ url, key }, '/api/v1/whoami', {}))
    PropertiesService.getScriptProperties().setProperties({ ANSIGHT_URL: url, ANSIGHT_KEY: key })
    ui.alert(`Connected with ${organization.name}.`)
  } catch (error) {
    ui.alert(`Not connected. ${error.message}`)
  }
}

function disconnect() {
  for (const name of ['ANSIGHT_URL', 'ANSIGHT_KEY'])
    PropertiesService.getScriptProperties().deleteProperty(name)
}

/**
 * A metric of Ansight as a table, with a line of field names first.
 *
 * @param {string} metric Such as "visibility-summary", "visibility-trend", "competitor-comparison", "citations", "ai-traffic", "prompt-performance" or "shopping-cards".
 * @param {string} brand Name, slug or id of the brand.
 * @param {date} from First day. Empty: from the beginning.
 * @param {date} to Last day. Empty: up to today.
 * @param {string} filters Further parameters, such as "platform=chatgpt&branded=false" or "table=top_urls".
 * @return {Array} The table.
 * @customfunction
 */
function ANSIGHT(metric, brand, from, to, filters) {
  if (!/^[a-z-]+$/.test(metric ?? '')) throw new Error('Name a metric, such as "visibility-trend".')
  const connection = connected()
  const text = fetchText(connection, `/api/v1/${metric}.csv`, {
    brand_id: brandId(connection, brand),
    date_from: day(from),
    date_to: day(to),
    ...given(filters),
  })
  return Utilities.parseCsv(text).map((row, index) => (index === 0 ? row : row.map(cellOf)))
}

/**
 * The brands that the key sees.
 *
 * @return {Array} Name, slug and id of each.
 * @customfunction
 */
function ANSIGHT_BRANDS() {
  return [['name', 'slug', 'id'], ...brandsOf(connected()).map(({ name, slug, id }) => [name, slug, id])]
}

function brandId(connection, brand) {
  const wanted = String(brand ?? '')
    .trim()
    .toLowerCase()
  const brands = brandsOf(connection)
  const found = brands.find(({ id, slug, name }) => [id, slug, name.toLowerCase()].includes(wanted))
  if (found) return found.id
  throw new Error(`No brand "${brand}". There are: ${brands.map(({ name }) => name).join(', ') || 'none'}.`)
}

const brandsOf = (connection) => JSON.parse(fetchText(connection, '/api/v1/brands', {}))

/** A cell with a date arrives as a moment; its day is that of the spreadsheet. */
function day(value) {
  if (value === undefined || value === null || value === '') return ''
  if (!(value instanceof Date)) return String(value)
  return Utilities.formatDate(value, SpreadsheetApp.getActive().getSpreadsheetTimeZone(), 'yyyy-MM-dd')
}

function given(filters) {
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

/** Numbers as numbers; what was kept from being taken for a formula is text in a cell anyway. */
function cellOf(text) {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (text === 'true' || text === 'false') return text === 'true'
  return text.replace(/^'(?=[=+\-@\t\r])/, '')
}

function connected() {
  const { ANSIGHT_URL: url, ANSIGHT_KEY: key } = PropertiesService.getScriptProperties().getProperties()
  if (url && key) return { url, key }
  throw new Error('Connect first: menu Ansight, Connect…')
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
  throw new Error(problemIn(response.getResponseCode(), text))
}

function problemIn(status, text) {
  try {
    const { error, request_id } = JSON.parse(text)
    if (typeof error === 'string') return `${error} Request ${request_id}.`
  } catch {
    // Not JSON: a proxy's page, or another program.
  }
  return `Something that is not Ansight answered (status ${status}). Check the address.`
}

function answerTo(ui, title, hint) {
  const response = ui.prompt(title, hint, ui.ButtonSet.OK_CANCEL)
  return response.getSelectedButton() === ui.Button.OK ? response.getResponseText().trim() : ''
}
