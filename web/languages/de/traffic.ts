import { formatCount, formatQuantity, formatTime } from '../../../vocabulary/formats.ts'
import type { copy } from '../../traffic/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'KI-Traffic',
    lead: 'Besuche von KI-Plattformen und Aktivität von KI-Crawlern.',
  },
  visits: {
    empty: 'Keine Besuche in diesem Zeitraum',
    notMeasured: 'Besuche werden noch nicht gemessen',
    notMeasuredHint: 'Binden Sie das Skript oben auf Ihrer Website ein. Besuche werden ab dann gezählt.',
    emptyHint:
      'Ein Besuch wird gezählt, wenn jemand von einer KI-Plattform auf eine Seite mit dem Skript kommt. Viele KI-Apps senden keinen Referrer, deshalb ist dies eine Mindestzahl.',
    total: (visits) => formatQuantity(visits, 'Besuch', 'Besuche'),
    burst: (visits) =>
      `${formatQuantity(visits, 'Besuch kam', 'Besuche kamen')} in Schüben von mehr als 100 pro Minute und ${visits === 1 ? 'kann' : 'können'} gefälscht oder automatisiert sein.`,
    lead: 'Mindestzahl: Viele KI-Apps senden keinen Referrer.',
    chart: (brand) => `Besuche bei ${brand} von KI-Plattformen pro Tag`,
    otherPlatforms: 'Andere',
    byPlatform: 'Nach Plattform',
    byPlatformCaption: 'Besuche nach Plattform',
    platform: 'Plattform',
    byCountry: 'Nach Land',
    byCountryCaption: 'Besuche nach Land',
    country: 'Land',
    share: 'Anteil',
    visits: 'Besuche',
  },
  pages: {
    landingPages: 'Landingpages',
    landingPagesLead:
      'Seiten, auf denen Besucher von KI-Plattformen landen, und wie oft Antworten in diesem Zeitraum sie zitieren.',
    landingPagesCaption: 'Seiten nach Besuchen',
    citedPages: 'Am häufigsten zitierte Seiten',
    citedPagesLead: 'Ihre am häufigsten zitierten Seiten. Eine Zitation führt nicht immer zu einem Besuch.',
    citedPagesWithoutVisits: (count) =>
      `Ihre am häufigsten zitierten Seiten, davon ${formatCount(count)} ohne Besuche. Eine Zitation führt nicht immer zu einem Besuch.`,
    citedPagesNotMeasured: 'Ihre am häufigsten zitierten Seiten. Besuche werden noch nicht gemessen.',
    allCitations: 'Alle Zitationen ansehen',
    citedPagesCaption: 'Seiten nach Zitationen',
    page: 'Seite',
    visits: 'Besuche',
    citations: 'Zitationen',
  },
  script: {
    title: 'Besucher von KI-Plattformen erfassen',
    lead: 'Fügen Sie dem Head jeder Seite eine Zeile hinzu. Das Skript setzt keine Cookies, nutzt keinen Browser-Speicher und speichert keine IP-Adressen.',
    check: 'Installation prüfen',
    checking: 'Wird geprüft …',
    snippet: 'Skript für den Head jeder Seite',
    tagManager: 'Version für Tag-Manager',
    tagManagerSnippet: 'Für Tag-Manager, die Attribute entfernen',
    otherHost:
      'Daten kamen von {host} am {time}. Der Host gehört nicht zu den Domains von {brand} und wird deshalb nicht gezählt. Ist es Ihrer, fügen Sie ihn in den Markeneinstellungen zu den Domains hinzu.',
    noData: (checkedAt, domain) =>
      `Bis ${formatTime(checkedAt)} noch keine Daten empfangen. Binden Sie das Skript ein, öffnen Sie eine Seite von ${domain} im Browser, und prüfen Sie erneut.`,
    installed: 'Skript installiert',
    lastData: (host, seenAt) => `Letzte Daten von ${host} am ${formatTime(seenAt)}`,
    alsoOtherHost: (host) =>
      `Auch von ${host} kamen Daten. Der Host gehört nicht zu den Domains der Marke und wird deshalb nicht gezählt.`,
  },
  crawlers: {
    title: 'KI-Agenten',
    lead: 'Seiten, die Crawler und Agenten von KI-Plattformen abrufen, laut Ihren Server-Logs.',
    empty: 'Für diesen Zeitraum sind keine Logs importiert',
    emptyHint:
      'Importieren Sie das Zugriffslog Ihrer Website auf dem Server: {command}. Gespeichert werden nur Anfragen von KI-Agenten, mit Seite und Zeit.',
    agentsCaption: 'Agenten nach Anfragen',
    agent: 'Agent',
    purpose: 'Zweck',
    requests: 'Anfragen',
    verifiedIp: 'IP verifiziert',
    lastSeen: 'Zuletzt gesehen',
    pagesCaption: 'Am häufigsten abgerufene Seiten',
    page: 'Seite',
  },
}
