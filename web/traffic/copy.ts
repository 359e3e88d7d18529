/** The texts of the AI traffic screen. */
import { formatCount, formatQuantity, formatTime } from '../../vocabulary/formats.ts'
import { translated } from '../../vocabulary/language.ts'

export const copy = translated('traffic', {
  page: { title: 'AI traffic', lead: 'Visits from AI platforms, and AI crawler activity.' },
  visits: {
    empty: 'No visits in this period',
    notMeasured: 'Visits are not measured yet',
    notMeasuredHint: 'Add the script above to your site. Visits are counted from then on.',
    emptyHint:
      'A visit is counted when someone comes from an AI platform to a page with the script. Many AI apps send no referrer, so this is a minimum count.',
    total: (visits: number) => formatQuantity(visits, 'visit'),
    burst: (visits: number) =>
      `${formatQuantity(visits, 'visit')} came in bursts of more than 100 per minute, and can be forged or automated.`,
    lead: 'Minimum count: many AI apps send no referrer.',
    chart: (brand: string) => `Visits to ${brand} from AI platforms by day`,
    otherPlatforms: 'Other',
    byPlatform: 'By platform',
    byPlatformCaption: 'Visits by platform',
    platform: 'Platform',
    byCountry: 'By country',
    byCountryCaption: 'Visits by country',
    country: 'Country',
    share: 'Share',
    visits: 'Visits',
  },
  pages: {
    landingPages: 'Landing pages',
    landingPagesLead:
      'Pages that visitors from AI platforms land on, and how often answers in this period cite them.',
    landingPagesCaption: 'Pages by visits',
    citedPages: 'Most cited pages',
    citedPagesLead: 'Your most cited pages. A citation does not always lead to a visit.',
    citedPagesWithoutVisits: (count: number) =>
      `Your most cited pages, ${formatCount(count)} without visits. A citation does not always lead to a visit.`,
    citedPagesNotMeasured: 'Your most cited pages. Visits are not measured yet.',
    allCitations: 'View all citations',
    citedPagesCaption: 'Pages by citations',
    page: 'Page',
    visits: 'Visits',
    citations: 'Citations',
  },
  script: {
    title: 'Track visitors from AI platforms',
    lead: 'Add one line to the head of every page. It sets no cookies, uses no browser storage, and stores no IP addresses.',
    check: 'Check installation',
    checking: 'Checking…',
    snippet: 'Script for the head of every page',
    tagManager: 'Tag-manager version',
    tagManagerSnippet: 'For tag managers that drop attributes',
    otherHost:
      'Data was received from {host} on {time}, which is not a domain of {brand}, so it is not counted. If it is yours, add it to the domains in the brand settings.',
    noData: (checkedAt: string, domain: string) =>
      `No data received yet, as of ${formatTime(checkedAt)}. Add the script, open a page of ${domain} in a browser, then check again.`,
    installed: 'Script installed',
    lastData: (host: string, seenAt: string) => `Last data from ${host} on ${formatTime(seenAt)}`,
    alsoOtherHost: (host: string) =>
      `Data was also received from ${host}, which is not one of the brand’s domains, so it is not counted.`,
  },
  crawlers: {
    title: 'AI agents',
    lead: 'Pages fetched by crawlers and agents of AI platforms, from your server logs.',
    empty: 'No logs imported for this period',
    emptyHint:
      'Import the access log of your site on the server: {command}. Only requests from AI agents are stored, with page and time.',
    agentsCaption: 'Agents by requests',
    agent: 'Agent',
    purpose: 'Purpose',
    requests: 'Requests',
    verifiedIp: 'Verified IP',
    lastSeen: 'Last seen',
    pagesCaption: 'Most requested pages',
    page: 'Page',
  },
})
