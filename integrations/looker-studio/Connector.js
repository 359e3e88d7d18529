/** What Looker Studio calls: proof, questions, schema and rows. */

/** Rows asked for at a time, and how often: what is beyond is told, not left out in silence. */
const pageRows = 500
const mostPages = 40

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

/** Only a refused key asks for another one; a service that is down is told where the data should be. */
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
  const brands = ask('/api/v1/brands')
  if (brands.length === 0) {
    config
      .newInfo()
      .setId('no_brands')
      .setText('This key sees no brand yet. Make one in Ansight, then come back.')
  }
  select(config, {
    id: 'brand',
    name: 'Brand',
    help: 'Whose numbers these are.',
    options: brands.map(({ id, name }) => [name, id]),
  })
  select(config, {
    id: 'table',
    name: 'Table',
    help: 'One data source holds one table; add another source for the next.',
    options: tables().map(({ id, label }) => [label, id]),
    isFixed: true,
  })
  select(config, {
    id: 'branded',
    name: 'Prompts',
    help: 'Prompts that name the brand themselves nearly always bring it up.',
    options: [
      ['All prompts', 'all'],
      ['Only prompts that do not name the brand', 'false'],
      ['Only prompts that name the brand', 'true'],
    ],
  })
  config
    .newTextInput()
    .setId('platform')
    .setName('Platforms')
    .setHelpText('Such as chatgpt,gemini. Empty: all.')
    .setPlaceholder('all')
    .setAllowOverride(true)
  config.setDateRangeRequired(true)
  return config.build()
}

/** Report editors may change an answer, but for the table: its fields are those of the schema. */
function select(config, { id, name, help, options, isFixed = false }) {
  const question = config
    .newSelectSingle()
    .setId(id)
    .setName(name)
    .setHelpText(help)
    .setAllowOverride(!isFixed)
  for (const [label, value] of options) {
    question.addOption(config.newOptionBuilder().setLabel(label).setValue(value))
  }
}

function getSchema({ configParams }) {
  return { schema: fieldsOf(tableIn(configParams)).build() }
}

function getData({ configParams, dateRange, fields: requested }) {
  const table = tableIn(configParams)
  const read = new Map(table.fields.map((field) => [field.id, field.read]))
  // Looker Studio works formulas out by itself, from the fields they are made of.
  const names = requested.map(({ name }) => name).filter((name) => read.get(name) !== undefined)
  return {
    schema: fieldsOf(table).forIds(names).build(),
    rows: rowsOf(table, parametersOf(configParams, dateRange)).map(({ row, answer }) => ({
      values: names.map((name) => read.get(name)(row, answer)),
    })),
    filtersApplied: false,
  }
}

function parametersOf({ brand, platform, branded }, { startDate, endDate }) {
  if (!brand)
    throw tell('Choose a brand in the settings of this data source.', 'configParams.brand is missing')
  return {
    brand_id: brand,
    date_from: startDate,
    date_to: endDate,
    platform: (platform ?? '').replaceAll(' ', ''),
    branded: branded === 'all' ? '' : branded,
  }
}

function rowsOf({ path, parameters = {}, isPaged = false, rows }, given) {
  const found = []
  let cursor
  for (let page = 0; page < mostPages; page++) {
    const answer = ask(path, { ...given, ...parameters, ...(isPaged && { limit: pageRows, cursor }) })
    found.push(...rows(answer).map((row) => ({ row, answer })))
    cursor = isPaged ? answer.next_cursor : null
    if (cursor === null) return found
  }
  throw tell(
    `There are more than ${pageRows * mostPages} rows. Choose a shorter time or fewer platforms.`,
    `${path} has more than ${mostPages} pages`,
  )
}

function tableIn(configParams) {
  const table = tables().find(({ id }) => id === configParams?.table)
  if (table) return table
  throw tell('Choose a table in the settings of this data source.', `no table ${configParams?.table}`)
}

function fieldsOf(table) {
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
