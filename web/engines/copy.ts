/** Texts of the engines screen. */
import { formatQuantity } from '../../vocabulary/formats.ts'

export const copy = {
  page: {
    title: 'Engines',
    within: 'Organization',
    lead: 'How each platform is queried. Engine keys are set on the server, not here.',
    settingsReference: 'Read the settings reference',
    simulatedTitle: 'All platforms are simulated: no engine key is set.',
    simulated: 'To query real engines, set an engine key and restart the service. Example:',
  },
  platform: {
    notConfigured: 'Not configured',
    queriedThrough: (backend: string) => `Queried through: ${backend}`,
    notQueried: 'Not queried. To enable it, set',
    test: 'Test',
    testing: 'Testing',
    testOne: (platform: string) => `Test ${platform}`,
  },
  testResult: {
    answer: 'Answer',
    sources: (count: number) => formatQuantity(count, 'source'),
    unknownPrice: 'price unknown',
  },
}
