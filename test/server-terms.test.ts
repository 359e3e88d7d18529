import { expect, test } from 'vitest'
import { catalogs } from '../src/languages/catalogs.ts'
import { numberNames } from '../src/metrics/number-texts.ts'
import { alertKindLabels } from '../vocabulary/alerts.ts'
import { metricLabels } from '../vocabulary/metrics.ts'
import { testedNumbers } from '../vocabulary/tested-numbers.ts'
import { de } from '../web/languages/de.ts'
import { es } from '../web/languages/es.ts'
import { fr } from '../web/languages/fr.ts'
import { ja } from '../web/languages/ja.ts'
import { copy } from '../web/reports/copy.ts'

test('the server names the numbers as the dashboard does', () => {
  const names = Object.entries(testedNumbers).map(([number, { label }]) => [number, { text: label }])
  expect(numberNames).toEqual(Object.fromEntries(names))
})

test.each(Object.entries({ de, es, fr, ja } as const))(
  'texts of the server in %s use the terms of the dashboard',
  (language, dashboard) => {
    const server = catalogs[language as keyof typeof catalogs]
    const metrics = Object.entries(metricLabels).filter(([, { label }]) => server[label] !== undefined)
    expect(metrics.length).toBeGreaterThanOrEqual(6)
    expect(dashboard).toMatchObject({
      alertKindLabels: Object.fromEntries(
        Object.entries(alertKindLabels).map(([kind, label]) => [kind, server[label]]),
      ),
      metricLabels: Object.fromEntries(metrics.map(([name, { label }]) => [name, { label: server[label] }])),
      reports: { create: { nameDefault: server[copy.create.nameDefault] } },
    })
  },
)
