/** The worker thread of `apps-script.fixture.ts`: the part of Google's services that our scripts use. Anything else throws. */
import { createContext, runInContext } from 'node:vm'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'

const { sources, properties, inputs, web, arrived } = workerData

const userProperties: Record<string, string> = {}
const shown: string[] = []
const context = createContext({
  DataStudioApp: { createCommunityConnector },
  PropertiesService: {
    getScriptProperties: () => propertiesFor(properties),
    getUserProperties: () => propertiesFor(userProperties),
  },
  SpreadsheetApp: { getUi, getActive: () => ({ getSpreadsheetTimeZone: () => 'Europe/Berlin' }) },
  UrlFetchApp: { fetch: fetchNow },
  Utilities: { parseCsv, formatDate },
  /** Returns the texts that the script has shown. */
  shownTexts: () => shown,
})
for (const source of sources) runInContext(source, context)

parentPort?.on('message', ({ name, args }) => {
  try {
    const result = runInContext(name, context)(...args)
    parentPort?.postMessage({ result: result === undefined ? undefined : JSON.parse(JSON.stringify(result)) })
  } catch (error) {
    // Errors of the VM context are not instances of this context's `Error`.
    parentPort?.postMessage({ thrown: { name: Object(error).name, message: Object(error).message } })
  }
})

function fetchNow(url: string, options: { headers: Record<string, string>; muteHttpExceptions: boolean }) {
  const seen = Atomics.load(new Int32Array(arrived), 0)
  web.postMessage({ url, options: { headers: options.headers } })
  Atomics.wait(new Int32Array(arrived), 0, seen)
  const { failure, status, text } = receiveMessageOnPort(web)?.message ?? {}
  if (failure) throw new Error(failure)
  return { getResponseCode: () => status, getContentText: () => text }
}

function propertiesFor(values: Record<string, string>) {
  return {
    getProperty: (name: string) => values[name] ?? null,
    getProperties: () => ({ ...values }),
    setProperty: (name: string, value: string) => Object.assign(values, { [name]: value }),
    setProperties: (more: Record<string, string>) => Object.assign(values, more),
    deleteProperty: (name: string) => delete values[name],
  }
}

function createCommunityConnector() {
  return {
    AuthType: { KEY: 'KEY' },
    FieldType: getNames('YEAR_MONTH_DAY', 'TEXT', 'NUMBER', 'PERCENT', 'BOOLEAN', 'URL', 'COUNTRY_CODE'),
    AggregationType: getNames('SUM', 'AVG', 'MIN', 'MAX', 'AUTO'),
    newAuthTypeResponse: () => {
      const { built, setters } = record('setAuthType')
      return Object.assign(setters, { build: () => ({ type: built.authType }) })
    },
    newSetCredentialsResponse: () => {
      const { built, setters } = record('setIsValid')
      return Object.assign(setters, {
        build: () => ({ errorCode: built.isValid ? 'NONE' : 'INVALID_CREDENTIALS' }),
      })
    },
    newUserError: () => {
      const { built, setters } = record('setText', 'setDebugText')
      const throwException = () => {
        throw Object.assign(new Error(String(built.text)), { name: 'UserError' })
      }
      return Object.assign(setters, { throwException })
    },
    getConfig,
    getFields: () => fieldsFor([]),
  }
}

function getConfig() {
  const configParams: Record<string, unknown>[] = []
  const entry = (type: string, ...names: string[]) => {
    const { built, setters } = record(...names)
    configParams.push(Object.assign(built, { type }))
    return setters
  }
  const { built, setters } = record('setDateRangeRequired')
  const select = () => {
    const options: unknown[] = []
    const setters = entry('SELECT_SINGLE', 'setId', 'setName', 'setHelpText', 'setAllowOverride')
    Object.assign(configParams.at(-1) ?? {}, { options })
    return Object.assign(setters, { addOption: (option: { option: unknown }) => options.push(option.option) })
  }
  return {
    ...setters,
    newInfo: () => entry('INFO', 'setId', 'setText'),
    newTextInput: () =>
      entry('TEXTINPUT', 'setId', 'setName', 'setHelpText', 'setPlaceholder', 'setAllowOverride'),
    newSelectSingle: select,
    newOptionBuilder: () => {
      const { built, setters } = record('setLabel', 'setValue')
      return Object.assign(setters, { option: built })
    },
    build: () => ({ configParams, ...built }),
  }
}

type Fields = { id: unknown; conceptType: string }[]

function fieldsFor(fields: Fields) {
  const add = (conceptType: string) => {
    const { built, setters } = record(
      ...['setId', 'setName', 'setType', 'setDescription', 'setAggregation', 'setFormula', 'setIsHidden'],
    )
    fields.push(Object.assign(built, { id: undefined, conceptType }))
    return setters
  }
  return {
    newDimension: () => add('DIMENSION'),
    newMetric: () => add('METRIC'),
    forIds: (ids: string[]) =>
      fieldsFor(
        ids.map((id) => {
          const field = fields.find((each) => each.id === id)
          if (!field) throw new Error(`No field ${id}`)
          return field
        }),
      ),
    build: () => fields,
  }
}

/** Creates chainable setters and the record of the values that they have set. */
function record(...names: string[]) {
  const built: Record<string, unknown> = {}
  const setters: Record<string, (value: unknown) => unknown> = {}
  for (const name of names) {
    const field = name.charAt(3).toLowerCase() + name.slice(4)
    setters[name] = (value) => {
      if (value === undefined) throw new Error(`${name}() requires a value`)
      built[field] = value
      return setters
    }
  }
  return { built, setters }
}

const getNames = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]))

function getUi() {
  const items: string[] = []
  const menu = {
    addItem: (label: string, handler: string) => {
      if (typeof runInContext(handler, context) !== 'function') throw new Error(`No function ${handler}`)
      items.push(label)
      return menu
    },
    addToUi: () => shown.push(items.join(', ')),
  }
  return {
    Button: { OK: 'OK', CANCEL: 'CANCEL' },
    ButtonSet: { OK_CANCEL: 'OK_CANCEL' },
    createMenu: () => menu,
    alert: (text: string) => shown.push(text),
    prompt: () => {
      const input = inputs.shift()
      return {
        getSelectedButton: () => (input === undefined ? 'CANCEL' : 'OK'),
        getResponseText: () => input ?? '',
      }
    },
  }
}

/** Parses CSV as defined by RFC 4180. */
function parseCsv(text: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y
  const rows: string[][] = [[]]
  while (cell.lastIndex < text.length) {
    const [, quoted, plain, end] = cell.exec(text) ?? []
    if (end === undefined) throw new Error('Malformed CSV')
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',' && cell.lastIndex < text.length) rows.push([])
  }
  return rows
}

function formatDate(date: Date, timeZone: string, format: string): string {
  if (format !== 'yyyy-MM-dd') throw new Error(`The date format ${format} is not simulated`)
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(date)
}
