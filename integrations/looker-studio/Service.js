/** Asks the service, and tells the person what went wrong in words they can act on. */

/** Of the person who uses the connector, never of the script: each sees what their own key sees. */
const keyProperty = 'ansight.key'

function storedKey() {
  return PropertiesService.getUserProperties().getProperty(keyProperty)
}

/** `path` below the service's address; an empty parameter is left out. Returns the parsed JSON. */
function ask(path, parameters = {}) {
  const response = fetchFrom(path, parameters, storedKey())
  const body = parsed(response.getContentText())
  if (response.getResponseCode() === 200 && body !== null) return body
  throw tell(problemIn(response.getResponseCode(), body), `${path} answered ${response.getResponseCode()}`)
}

function fetchFrom(path, parameters, key) {
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const url = `${serviceUrl()}${path}${query === '' ? '' : `?${query}`}`
  try {
    return UrlFetchApp.fetch(url, {
      headers: { Authorization: `Bearer ${key}`, Accept: 'application/json' },
      muteHttpExceptions: true,
    })
  } catch (error) {
    throw tell(
      `Ansight cannot be reached at ${serviceUrl()}. It must have an address that Google can reach.`,
      String(error),
    )
  }
}

/** One script serves one Ansight: whoever deploys it writes the address into the script's properties. */
function serviceUrl() {
  const url = PropertiesService.getScriptProperties().getProperty('ANSIGHT_URL')
  if (url) return url.replace(/\/+$/, '')
  throw tell(
    'This connector does not know yet where your Ansight is: set the script property ANSIGHT_URL in the Apps Script project.',
    'The script property ANSIGHT_URL is missing.',
  )
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function problemIn(status, body) {
  if (status === 401)
    return 'Ansight does not know this API key, or it was revoked. Connect again with another.'
  if (body === null || typeof body.error !== 'string')
    return `Something that is not Ansight answered at ${serviceUrl()} (status ${status}). Check the script property ANSIGHT_URL.`
  return `${body.error} Request ${body.request_id}.`
}

/** Shows the text to whoever looks at the report, and the other to the connector's developers. */
function tell(text, debugText) {
  DataStudioApp.createCommunityConnector()
    .newUserError()
    .setText(text)
    .setDebugText(debugText)
    .throwException()
  return new Error(text)
}
