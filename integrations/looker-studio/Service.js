/** Sends requests to the service and converts failures to errors that Looker Studio shows to the user. */

/** A user property, not a script property: each user sees only the data that their own key can access. */
const keyProperty = 'ansight.key'

function storedKey() {
  return PropertiesService.getUserProperties().getProperty(keyProperty)
}

/** Returns the parsed JSON. `path` is relative to the service URL; empty parameters are omitted. */
function get(path, parameters = {}) {
  const response = fetchFrom(path, parameters, storedKey())
  const body = parseJson(response.getContentText())
  if (response.getResponseCode() === 200 && body !== null) return body
  throw userError(
    errorMessage(response.getResponseCode(), body),
    `${path} returned status ${response.getResponseCode()}`,
  )
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
    throw userError(
      `Ansight cannot be reached at ${serviceUrl()}. The URL must be reachable from the internet.`,
      String(error),
    )
  }
}

/** Returns the URL of the installation, which the deployer sets as a script property. A script serves one installation. */
function serviceUrl() {
  const url = PropertiesService.getScriptProperties().getProperty('ANSIGHT_URL')
  if (url) return url.replace(/\/+$/, '')
  throw userError(
    'The URL of Ansight is not configured. Set the script property ANSIGHT_URL in the Apps Script project.',
    'The script property ANSIGHT_URL is missing.',
  )
}

function parseJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function errorMessage(status, body) {
  if (status === 401) return 'This API key is invalid or was revoked. Reconnect with another key.'
  if (body === null || typeof body.error !== 'string')
    return `The response from ${serviceUrl()} does not come from Ansight (status ${status}). Check the script property ANSIGHT_URL.`
  return `${body.error} Request ID: ${body.request_id}.`
}

/** Throws an error that shows `text` to viewers of the report and `debugText` to editors of the connector. */
function userError(text, debugText) {
  DataStudioApp.createCommunityConnector()
    .newUserError()
    .setText(text)
    .setDebugText(debugText)
    .throwException()
  return new Error(text)
}
