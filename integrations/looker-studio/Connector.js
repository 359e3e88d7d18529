/** The functions that Looker Studio calls: authentication, configuration, schema and data. */

/** Limits of one request for data. More rows are an error, so that a report never omits rows silently. */
const pageSize = 500
const maxPages = 40

function getAuthType() {
  const connector = DataStudioApp.createCommunityConnector()
  return connector.newAuthTypeResponse().setAuthType(connector.AuthType.KEY).build()
}

function setCredentials({ key }) {
  const text = String(key ?? '').trim()
  const isValid = text !== '' && fetchFrom('/api/v1/whoami', {}, text).getResponseCode() === 200
  if (isValid) PropertiesService.getUserProperties().setProperty(keyProperty, text)
  return DataStudioApp.createCommunityConnector().newSetCredentialsResponse().setIsValid(isValid).build()
}

/** Returns false only for a rejected key, because Looker Studio then asks for another one. Outages are reported by `getData`. */
function isAuthValid() {
  const key = storedKey()
  return key !== null && fetchFrom('/api/v1/whoami', {}, key).getResponseCode() !== 401
}

function resetAuth() {
  PropertiesService.getUserProperties().deleteProperty(keyProperty)
}

function isAdminUser() {
  return false
}

function getConfig() {
  const config = DataStudioApp.createCommunityConnector().getConfig()
  const brands = get('/api/v1/brands')
  if (brands.length === 0) {
    config
      .newInfo()
      .setId('no_brands')
      .setText('This API key has no access to any brand. Create a brand in Ansight first.')
  }
  addSelect(config, {
    id: 'brand',
    name: 'Brand',
    help: 'The brand to report on.',
    options: brands.map(({ id, name }) => [name, id]),
  })
  addSelect(config, {
    id: 'table',
    name: 'Table',
    help: 'A data source contains one table. Add a data source for each table you need.',
    options: tables().map(({ id, label }) => [label, id]),
    isFixed: true,
  })
  addSelect(config, {
    id: 'branded',
    name: 'Prompts',
    help: 'Answers to branded prompts almost always mention the brand.',
    options: [
      ['All prompts', 'all'],
      ['Unbranded prompts', 'false'],
      ['Branded prompts', 'true'],
    ],
  })
  config
    .newTextInput()
    .setId('platform')
    .setName('Platforms')
    .setHelpText('For example chatgpt,gemini. Empty: all platforms.')
    .setPlaceholder('all')
    .setAllowOverride(true)
  config.setDateRangeRequired(true)
  return config.build()
}

/** Lets report editors override every option except the table, which determines the fields of the schema. */
function addSelect(config, { id, name, help, options, isFixed = false }) {
  const option = config.newSelectSingle().setId(id).setName(name).setHelpText(help).setAllowOverride(!isFixed)
  for (const [label, value] of options) {
    option.addOption(config.newOptionBuilder().setLabel(label).setValue(value))
  }
}

function getSchema({ configParams }) {
  return { schema: fieldsFor(requireTable(configParams)).build() }
}

function getData({ configParams, dateRange, fields: requested }) {
  const table = requireTable(configParams)
  const read = new Map(table.fields.map((field) => [field.id, field.read]))
  // Looker Studio computes formula fields itself from their input fields.
  const names = requested.map(({ name }) => name).filter((name) => read.get(name) !== undefined)
  return {
    schema: fieldsFor(table).forIds(names).build(),
    rows: toRows(table, getParameters(configParams, dateRange)).map(({ row, response }) => ({
      values: names.map((name) => read.get(name)(row, response)),
    })),
    filtersApplied: false,
  }
}

function getParameters({ brand, platform, branded }, { startDate, endDate }) {
  if (!brand)
    throw userError('Choose a brand in the settings of this data source.', 'configParams.brand is missing')
  return {
    brand_id: brand,
    date_from: startDate,
    date_to: endDate,
    platform: (platform ?? '').replaceAll(' ', ''),
    branded: branded === 'all' ? '' : branded,
  }
}

function toRows({ path, parameters = {}, isPaged = false, rows }, filters) {
  const collected = []
  let cursor
  for (let page = 0; page < maxPages; page++) {
    const response = get(path, { ...filters, ...parameters, ...(isPaged && { limit: pageSize, cursor }) })
    collected.push(...rows(response).map((row) => ({ row, response })))
    cursor = isPaged ? response.next_cursor : null
    if (cursor === null) return collected
  }
  throw userError(
    `The table has more than ${pageSize * maxPages} rows. Choose a shorter date range or fewer platforms.`,
    `${path} has more than ${maxPages} pages`,
  )
}

function requireTable(configParams) {
  const table = tables().find(({ id }) => id === configParams?.table)
  if (table) return table
  throw userError(
    'Choose a table in the settings of this data source.',
    `Unknown table ${configParams?.table}`,
  )
}

function fieldsFor(table) {
  const connector = DataStudioApp.createCommunityConnector()
  const fields = connector.getFields()
  for (const { id, label, type, isDimension, about, aggregation, formula: text, isHidden } of table.fields) {
    const field = isDimension ? fields.newDimension() : fields.newMetric()
    field.setId(id).setName(label).setType(connector.FieldType[type])
    if (about) field.setDescription(about)
    if (aggregation) field.setAggregation(connector.AggregationType[aggregation])
    if (text) field.setFormula(text)
    if (isHidden) field.setIsHidden(true)
  }
  return fields
}
