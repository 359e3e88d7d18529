import { formatCount, formatTime } from '../../../../vocabulary/formats.ts'
import type { copy } from '../../../opportunities/briefs/copy.ts'

export const texts: typeof copy = {
  brief: {
    title: 'Briefing',
    source: (method, writtenAt) => `${method}, ${formatTime(writtenAt)}`,
    copyMarkdown: 'Als Markdown kopieren',
    edit: 'Bearbeiten',
    regenerate: 'Neu erstellen',
    regenerateTitle: 'Das Briefing neu erstellen?',
    regenerateConsequence:
      'Dieses Briefing wurde bearbeitet. Das neue ersetzt es hier und in Zustellungen. Kopieren Sie es vorher, wenn Sie es behalten möchten.',
    empty: 'Noch kein Briefing',
    emptyHint:
      'Ein Briefing sagt, was für welche Zielgruppe zu schreiben ist und worauf die Antworten beruhen. Es wird aus den Belegen erstellt, von einem Sprachmodell, falls eines konfiguriert ist.',
    generate: 'Briefing erstellen',
    typeAndLength: (type, words) => `${type}, etwa ${formatCount(words)} Wörter.`,
    questions: 'Zu beantwortende Fragen',
    keywords: 'Keywords',
    sources: 'Zu zitierende Quellen',
    competitors: 'Wettbewerber',
    callToAction: 'Call-to-Action',
  },
  briefMarkdown: {
    contentType: (type) => `**Inhaltstyp:** ${type}`,
    wordCount: (words) => `**Wortanzahl:** etwa ${words}`,
    audience: (audience) => `**Zielgruppe:** ${audience}`,
  },
  briefEditor: {
    title: 'Titel',
    contentType: 'Inhaltstyp',
    contentTypeHint: 'Zum Beispiel comparison_page oder buying_guide.',
    wordCount: 'Wortanzahl',
    audience: 'Zielgruppe',
    outline: 'Gliederung',
    outlineHint: 'Beginnen Sie jede Überschrift mit #; ihre Punkte stehen in den Zeilen darunter.',
    onePerLine: 'Einträge zeilenweise.',
    oneUrlPerLine: 'Eine URL pro Zeile.',
    save: 'Briefing speichern',
  },
}
