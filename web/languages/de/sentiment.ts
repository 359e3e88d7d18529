import {
  formatCount,
  formatDay,
  formatPct,
  formatQuantity,
  formatUtcTime,
} from '../../../vocabulary/formats.ts'
import type { copy } from '../../sentiment/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Stimmung',
    verdict: (brand, positive, negative) =>
      `${formatPct(positive)} der Antworten, die ${brand} beschreiben, sind positiv, ${formatPct(negative)} negativ.`,
    best: (platform, pct, worst, worstPct) =>
      `Am positivsten bei ${platform} (${formatPct(pct)}), am wenigsten bei ${worst} (${formatPct(worstPct)}).`,
    basis: (known, coverage) =>
      `Die Stimmung ist für ${formatPct(coverage)} der Antworten bekannt, die die Marke erwähnen (${formatQuantity(known, 'Antwort', 'Antworten')}).`,
    notEnough: (coverage) =>
      `Nicht genug Daten: Die Stimmung ist nur für ${formatPct(coverage)} der Antworten bekannt, die die Marke erwähnen.`,
    byRules: 'Nach Regeln eingestuft, die nur dort urteilen, wo sie zuverlässig sind.',
    byModel: (model) => `Von ${model} eingestuft.`,
    byModelSince: (model, day) =>
      `Seit ${formatDay(day)} von ${model} eingestuft; frühere Antworten haben keine Einstufung.`,
    chooseMethod: 'Methode für die Stimmung wählen',
    reviews: {
      rules: (agreed, reviewed) =>
        `Personen stimmten den Regeln bei ${formatCount(agreed)} von ${formatQuantity(reviewed, 'geprüften Antwort', 'geprüften Antworten')} zu.`,
      model: (agreed, reviewed) =>
        `Personen stimmten Sprachmodellen bei ${formatCount(agreed)} von ${formatQuantity(reviewed, 'geprüften Antwort', 'geprüften Antworten')} zu.`,
    },
    emptyTitle: 'Keine Stimmung in diesem Zeitraum',
    empty:
      'Die Stimmung wird für Antworten bestimmt, die die Marke erwähnen. Wählen Sie einen anderen Zeitraum, oder entfernen Sie einen Filter.',
  },
  shares: { positive: 'Positiv', neutral: 'Neutral', negative: 'Negativ' },
  trend: {
    title: 'Im Zeitverlauf',
    lead: 'Anteil an den Antworten mit bekannter Stimmung, mit dem 95-%-Intervall des positiven Anteils',
    chart: 'Positive, neutrale und negative Antworten im Zeitverlauf',
    interval: 'Intervall',
    byDay: 'Pro Tag',
    byWeek: 'Pro Woche',
  },
  platforms: {
    title: 'Nach Plattform',
    caption: 'Stimmung nach Plattform',
    columns: { platform: 'Plattform', split: 'Positiv, neutral, negativ' },
    split: (positive, neutral, negative) =>
      `${formatPct(positive)} positiv, ${formatPct(neutral)} neutral, ${formatPct(negative)} negativ`,
  },
  themes: {
    praised: 'Gelobt für',
    criticized: 'Kritisiert für',
    basis: (answers) =>
      `Wiederkehrende Wörter in Zitaten aus ${formatQuantity(answers, 'Antwort', 'Antworten')}. Mit Regeln und Wortlisten gefunden, ohne Sprachmodell; einige sind deshalb unvollständig.`,
    basisOfNewest: (answers) =>
      `Wiederkehrende Wörter in Zitaten aus den neuesten ${formatCount(answers)} Antworten. Mit Regeln und Wortlisten gefunden, ohne Sprachmodell; einige sind deshalb unvollständig.`,
    none: 'Keine wiederkehrenden Wörter.',
    label: (theme) => `Antworten mit „${theme}“`,
    quote: (text) => `„${text}“`,
    source: (platform, answeredAt) => `${platform}, ${formatUtcTime(answeredAt)}`,
  },
}
