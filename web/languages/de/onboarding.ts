import { formatCount, formatQuantity, formatRange } from '../../../vocabulary/formats.ts'
import type { copy } from '../../onboarding/copy.ts'

export const texts: typeof copy = {
  steps: {
    label: 'Schritte',
    completed: 'Abgeschlossen:',
    website: 'Website',
    brand: 'Marke',
    prompts: 'Prompts',
    engine: 'Engine verbinden',
    firstRun: 'Erster Lauf',
  },
  continue: 'Weiter',
  back: 'Zurück',
  cancel: 'Abbrechen',
  newBrandPage: {
    title: 'Marke hinzufügen',
    lead: 'Was möchten Sie beobachten?',
    notAllowed:
      'Sie sind nicht berechtigt, Marken hinzuzufügen. Bitten Sie einen Inhaber oder Admin, die Marke hinzuzufügen oder Ihnen Zugriff auf alle Marken zu geben.',
  },
  websiteStep: {
    website: 'Website',
    placeholder: 'acme.com',
    hint: 'Ihre Startseite wird einmal gelesen, um den nächsten Schritt vorauszufüllen. Gespeichert wird erst am Ende.',
    reading: 'Die Website wird gelesen …',
  },
  brandStep: {
    siteUnreadable: (domain, problem) =>
      `${domain} konnte nicht gelesen werden: ${problem}. Tragen Sie die Angaben unten ein.`,
    suggestedFromSite: (domain) =>
      `Die Angaben stammen von der Startseite von ${domain}. Prüfen und korrigieren Sie sie.`,
    suggestedByModel: (domain) =>
      `Die Angaben stammen von der Startseite von ${domain} und vom Sprachmodell. Prüfen und korrigieren Sie sie.`,
    suggestedWithoutSite: (problem) => `Die Website selbst konnte nicht gelesen werden: ${problem}.`,
    name: 'Name',
    domain: 'Domain',
    domainHint: 'Zitationen dieser Domain und ihrer Subdomains zählen als Ihre.',
    aliases: 'Aliasse, einer pro Zeile',
    aliasesHint: 'Andere Namen, die nur diese Marke meinen.',
    offering: 'Produkt oder Kategorie',
    offeringPlaceholder: 'Laufschuhe',
    offeringHint: 'In den Worten Ihrer Kunden, ohne Ihren Namen. Grundlage für Prompts.',
    industry: 'Branche',
    industryPlaceholder: 'Sportartikel',
    industryHint: 'Grundlage für Prompts.',
    description: 'Beschreibung',
  },
  competitorFields: {
    title: 'Wettbewerber',
    optional: 'Optional',
    lead: 'Wettbewerber machen Ihre Metriken vergleichbar. Nach dem ersten Lauf werden weitere vorgeschlagen, die in Antworten oft vorkommen.',
    add: 'Wettbewerber hinzufügen',
    name: (number) => `Wettbewerber ${number}`,
    domain: (number) => `Domain von Wettbewerber ${number}`,
    remove: (number) => `Wettbewerber ${number} entfernen`,
  },
  promptsStep: {
    noSuggestions: (reason) => `Keine Prompt-Vorschläge: ${reason} Schreiben Sie unten eigene Prompts.`,
    suggestedByModel: 'Vom Sprachmodell vorgeschlagen.',
    suggestedFromTemplates: 'Aus Vorlagen vorgeschlagen.',
    advice:
      'Am aussagekräftigsten sind Prompts von Menschen, die Sie noch nicht kennen. Prompts mit Markennamen sind deshalb nicht ausgewählt.',
    include: (text) => `Einschließen: ${text}`,
    prompt: (number) => `Prompt ${number}`,
    branded: 'Mit Markennamen',
    ownPrompts: 'Eigene Prompts, einer pro Zeile',
    ownPlaceholder: 'Was ist das beste …?',
    addBrand: 'Marke hinzufügen',
    addBrandWith: (prompts) => `Marke mit ${formatQuantity(prompts, 'Prompt', 'Prompts')} hinzufügen`,
  },
  firstRunPage: {
    title: 'Erster Lauf',
    lead: (brand) =>
      `Führen Sie Ihre Prompts zu ${brand} auf jeder Plattform aus. Jede Antwort wird vollständig gespeichert.`,
    noPrompts: 'Noch keine Prompts',
    noPromptsHint:
      'Schreiben Sie, was ein Kunde fragen würde, bevor er Sie kennt, und kommen Sie dann hierher zurück.',
    addPrompts: 'Prompts hinzufügen',
    notAllowed:
      'Sie haben nur Lesezugriff. Bitten Sie ein Mitglied mit Schreibzugriff, den ersten Lauf zu starten.',
    leavePage: 'Sie können diese Seite verlassen; der Lauf geht im Hintergrund weiter.',
    cancelled: 'Der Lauf wurde abgebrochen, bevor eine Plattform geantwortet hat.',
    tryAgain: 'Erneut versuchen',
  },
  connectStep: {
    lead: 'Ansight sendet Ihre Prompts mit Ihren eigenen Schlüsseln an die Engines. Schlüssel sind verschlüsselt, bleiben auf diesem Server und werden nur an den Anbieter gesendet.',
    test: 'Testen',
    testAgain: 'Erneut testen',
    testing: 'Test läuft',
    answered: '(verfügbar)',
    notAnswered: '(nicht verfügbar)',
    connect: 'Echte Engine verbinden',
    connectMore: 'Weitere Engines verbinden',
    continueSimulated: 'Mit simulierten Antworten fortfahren',
    ownKeysLead:
      'OpenRouter braucht einen Schlüssel für ChatGPT, Claude, Gemini, Grok und Perplexity. Copilot und die KI-Antworten von Google brauchen einen Scraper.',
    keysLead:
      'Ein Inhaber oder Admin kann einen Schlüssel hinzufügen oder einen dieser Werte auf dem Server setzen.',
    options: {
      openRouter: {
        name: 'OpenRouter',
        explanation: 'Ein Schlüssel für ChatGPT, Claude, Gemini, Grok und Perplexity.',
      },
      providers: { name: 'Schlüssel der Anbieter', explanation: 'Jeder Anbieter mit eigenem Schlüssel.' },
      scrapers: {
        name: 'Scraper',
        explanation: 'Was Menschen in den Apps sehen, auch Copilot und die KI-Antworten von Google.',
      },
    },
    cost: {
      title: 'Voraussichtliche Kosten',
      perMonth: (cost) => `${cost} pro Monat`,
      free: 'Kostenlos',
      unknown: 'Unbekannt',
      answers: (count) => `${formatQuantity(count, 'Antwort', 'Antworten')} pro Monat`,
      prompts: 'Prompts',
      platforms: 'Plattformen',
      basis:
        'Bei täglichen Läufen zum letzten oder üblichen Preis pro Antwort. Plattformen und Häufigkeit wählen Sie im nächsten Schritt.',
    },
  },
  platformsStep: {
    platforms: 'Plattformen',
    lead: 'Jeder Prompt wird auf jeder Plattform ausgeführt. Sie können dies später in den Markeneinstellungen ändern.',
    frequency: 'Häufigkeit der Läufe',
    run: 'Jetzt ausführen',
    queries: (count) => formatQuantity(count, 'Abfrage', 'Abfragen'),
    noPlatform: 'Wählen Sie eine Plattform aus, auf der die Prompts ausgeführt werden.',
  },
  firstInsight: {
    label: 'Erste Ergebnisse',
    noAnswers:
      'Noch hat keine Plattform eine Antwort geliefert, deshalb gibt es keine Metriken. Prüfen Sie den Plattformstatus, und führen Sie die Prompts dann erneut aus.',
    mentionRate: '{rate} von {answers} erwähnen {brand}.',
    mentionRateUnbranded: '{rate} von {answers} erwähnen {brand} (Prompts ohne Markennamen).',
    answers: (count) => formatQuantity(count, 'Antwort', 'Antworten'),
    sample: (answers, prompts, interval) =>
      `n = ${formatCount(answers)}, ${formatQuantity(prompts, 'Prompt', 'Prompts')}${
        interval === null ? '' : `; 95-%-KI ${formatRange(interval, '%')}`
      }. Ein Lauf ist eine Momentaufnahme: Weitere Läufe verengen das Intervall.`,
    platforms:
      '{best} erwähnt sie am häufigsten ({bestRate} der Antworten), {worst} am seltensten ({worstRate}).',
    competitor: '{competitor} wird in {rate} derselben Antworten erwähnt.',
    competitorAhead: '{competitor} wird in {rate} derselben Antworten erwähnt, häufiger als Sie.',
    cited: '{rate} der Antworten zitieren eine Seite von {brand}.',
    notCited: (brand) => `Noch zitiert keine Antwort eine Seite von ${brand}.`,
    platformErrors: 'Bei einigen Plattformen gab es Fehler; siehe unten.',
    viewOverview: 'Übersicht ansehen',
    viewAnswers: 'Antworten ansehen',
  },
}
