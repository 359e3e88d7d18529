import type { LabelTexts } from '../label-texts.ts'

export const texts: LabelTexts = {
  roleLabels: { owner: 'Inhaber', admin: 'Admin', member: 'Mitglied', viewer: 'Betrachter' },
  roleMeanings: {
    owner: 'Voller Zugriff',
    admin: 'Voller Zugriff außer Verwaltung der Inhaber',
    member: 'Bearbeitet Tracking-Einstellungen und startet Läufe',
    viewer: 'Nur lesen',
  },
  auditStatusLabels: {
    waiting: 'In Warteschlange',
    running: 'Läuft',
    completed: 'Abgeschlossen',
    failed: 'Fehlgeschlagen',
  },
  findingLabels: {
    pass: 'Bestanden',
    warn: 'Teilweise',
    fail: 'Nicht bestanden',
    na: 'Nicht anwendbar',
  },
  basisLabels: {
    A: 'Von Engine-Betreibern dokumentiert oder an vielen Anfragen gemessen',
    B: 'In Studien gemessen, mit Einschränkungen',
    C: 'Gute Praxis, nicht gemessen',
  },
  formats: {
    range: (low, high) => `${low} bis ${high}`,
    separator: ', ',
    labelEnd: ': ',
    inParentheses: (text) => ` (${text})`,
    milliseconds: (count) => `${count} ms`,
    seconds: (count) => `${count} s`,
    minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
  },
  brandStatusLabels: { active: 'Aktiv', paused: 'Pausiert' },
  checkFrequencyLabels: {
    hourly: 'Stündlich',
    daily: 'Täglich',
    weekly: 'Wöchentlich',
    monthly: 'Monatlich',
    manual: 'Nur manuell',
  },
  runStatusLabels: {
    waiting: 'In Warteschlange',
    active: 'Läuft',
    completed: 'Abgeschlossen',
    failed: 'Fehlgeschlagen',
    cancelled: 'Abgebrochen',
  },
  runPhaseLabels: {
    preparing: 'Abfragen werden vorbereitet',
    'querying-platforms': 'Plattformen werden abgefragt',
    'awaiting-results': 'Warten auf Antworten',
    finalizing: 'Metriken werden berechnet',
  },
  inProgressLabel: 'In Bearbeitung',
  answerStatusLabels: {
    answered: 'Beantwortet',
    empty: 'Leere Antwort',
    refused: 'Verweigert',
    failed: 'Fehlgeschlagen',
  },
  surfaceLabels: {
    consumer_ui: 'Nutzeroberfläche (Scraping)',
    api: 'Offizielle API',
    simulated: 'Simuliert',
  },
  surfaceMeanings: {
    consumer_ui: 'die Antwort, die Nutzer der Plattform sehen, erfasst von einem Scraping-Dienst',
    api: 'die API des Anbieters mit Websuche; Antworten können von denen abweichen, die Nutzer sehen',
    simulated: 'vom eingebauten Simulator erzeugt, nicht von einer echten Engine',
  },
  spendKindLabels: {
    answers: 'Antworten',
    sentiment: 'Stimmung',
    briefs: 'Briefings',
    suggestions: 'Vorschläge',
    volumes: 'Suchvolumen',
    tests: 'Engine-Tests',
  },
  limitedByLabels: {
    plan: 'Limit des Tarifs',
    organization: 'Ihr Monatsbudget',
    setting: 'Limit dieser Installation',
  },
  sentimentLabels: { positive: 'Positiv', neutral: 'Neutral', negative: 'Negativ', unknown: 'Unklar' },
  changeLabels: {
    up: 'Gestiegen',
    down: 'Gefallen',
    no_significant_change: 'Keine signifikante Veränderung',
    insufficient_data: 'Zu wenig Daten',
    not_comparable: 'Nicht vergleichbar',
  },
  promptCategoryLabels: {
    comparison: 'Vergleich',
    best: 'Bestenliste',
    'how-to': 'Anleitung',
    alternative: 'Alternative',
    recommendation: 'Empfehlung',
    informational: 'Information',
    branded: 'Mit Markennamen',
    other: 'Sonstige',
  },
  cardRoleLabels: { own: 'Ihre Marke', competitor: 'Wettbewerber', other: 'Andere' },
  sourceCategoryLabels: {
    owned: 'Ihre Website',
    competitor: 'Wettbewerber',
    editorial: 'Redaktionell',
    review: 'Bewertungen',
    forum: 'Forum',
    social: 'Soziale Medien',
    video: 'Video',
    ecommerce: 'Händler',
    reference: 'Nachschlagewerk',
    institutional: 'Behörden und Bildung',
    other: 'Sonstige',
  },
  articleTypeLabels: {
    comparison: 'Vergleich',
    list: 'Liste',
    'how-to': 'Anleitung',
    review: 'Testbericht',
    documentation: 'Dokumentation',
    news: 'Nachrichten',
    'forum-thread': 'Foren-Thread',
    product: 'Produktseite',
    homepage: 'Startseite',
    other: 'Sonstige',
  },
  metricLabels: {
    visibility_score: {
      label: 'Sichtbarkeitswert',
      definition:
        'Durchschnittliche Sichtbarkeit der Marke über alle Antworten, von 0 bis 100. Jede Antwort bringt 60 Punkte für eine Erwähnung, 25 für eine Zitation einer Domain der Marke und bis zu 15 für die Position (15 geteilt durch ihren Platz unter den beobachteten Marken).',
    },
    mention_rate: {
      label: 'Erwähnungsrate',
      definition: 'Der Anteil der Antworten, die die Marke erwähnen.',
    },
    citation_rate: {
      label: 'Zitationsrate',
      definition: 'Der Anteil der Antworten, die eine Domain der Marke zitieren.',
    },
    share_of_voice: {
      label: 'Share of Voice',
      definition:
        'Erwähnungen der Marke in Prozent aller Erwähnungen der Marke und ihrer beobachteten Wettbewerber.',
    },
    sentiment: {
      label: 'Positive Stimmung',
      definition:
        'Der Anteil positiver Antworten unter denen, die die Marke mit bekannter Stimmung erwähnen.',
    },
    citations: {
      label: 'Zitationen Ihrer Websites',
      definition:
        'Zitationen der eigenen Domains der Marke. Eine URL, die in einer Antwort zweimal zitiert wird, zählt zweimal.',
    },
    average_position: {
      label: 'Ø Position',
      definition:
        'Die Position, an der die Marke unter den beobachteten Marken zuerst erwähnt wird, im Durchschnitt der Antworten, die sie erwähnen. 1 ist die erste.',
    },
  },
  denominatorRule: 'Fehlgeschlagene, verweigerte und leere Antworten sind ausgeschlossen.',
  opportunityStatusLabels: {
    new: 'Neu',
    sent: 'Gesendet',
    in_progress: 'In Arbeit',
    done: 'Erledigt',
    dismissed: 'Verworfen',
  },
  impactLabels: { high: 'Hoch', medium: 'Mittel', low: 'Gering' },
  opportunityTypeLabels: { owned: 'Eigene Seite', earned: 'Drittseite' },
  opportunityTypeMeanings: {
    owned: 'Die Antworten zitieren Unternehmensseiten oder nichts: Eine eigene Seite könnte zitiert werden.',
    earned:
      'Die Antworten zitieren Listen, Testberichte und Foren: Ziel ist eine Erwähnung auf diesen Seiten.',
  },
  certaintyLabels: { established: 'Gesichert', directional: 'Braucht mehr Daten' },
  certaintyMeanings: {
    established: 'Mindestens 10 Antworten, und das Konfidenzintervall des Abstands liegt über null.',
    directional: 'Wenige Antworten oder ein Abstand, der nicht signifikant ist.',
  },
  scoreParts: {
    gap: {
      label: 'Abstand',
      meaning:
        'Wie viele Sichtbarkeitspunkte der führende Wettbewerber voraus ist, an der unteren Grenze des Konfidenzintervalls. Ab 60 Punkten volle Wertung.',
    },
    certainty: {
      label: 'Sicherheit',
      meaning: 'Die untere Grenze des Konfidenzintervalls im Verhältnis zum Abstand.',
    },
    volume: {
      label: 'Suchvolumen',
      meaning:
        'Monatliche Suchanfragen laut Quelle des Suchvolumens, auf logarithmischer Skala. Ab 100.000 volle Wertung.',
    },
    intent: {
      label: 'Intention',
      meaning:
        'Prompts von Käufern vor der Entscheidung erhalten die volle Wertung; rein informative weniger als die Hälfte.',
    },
    sources: {
      label: 'Quellen',
      meaning: 'Der Anteil der Zitationen, die zur Art dieser Chance passen.',
    },
  },
  briefMethodLabels: {
    evidence: 'Aus den Daten erstellt',
    model: 'Vom Sprachmodell aus den Daten geschrieben',
    person: 'Manuell bearbeitet',
  },
  deliveryErrorLabels: {
    timeout: 'Keine vollständige Antwort innerhalb von 15 Sekunden',
    dns: 'Host nicht gefunden',
    refused: 'Verbindung abgelehnt',
    unreachable: 'Host nicht erreichbar',
    tls: 'Ungültiges Zertifikat, oder TLS wird nicht unterstützt',
    cut: 'Die Verbindung wurde vor dem Ende der Antwort geschlossen',
    bad_response: 'Die Antwort ist kein gültiges HTTP',
    too_large: 'Die Header der Antwort sind zu groß',
    unsafe_url: 'Die URL verweist auf ein privates Netz; das ist nicht erlaubt',
  },
  deliveryTexts: { none: 'Keine Antwort', status: (status) => `Status ${status}` },
  crawlerRoleLabels: {
    training: 'Modelltraining',
    search: 'Suchindex',
    user: 'Nutzeranfrage',
    agent: 'Agent',
  },
  alertKindLabels: {
    number_changed: 'Eine Metrik der Marke hat sich verändert',
    competitor_changed: 'Der Wert eines Wettbewerbers hat sich verändert',
    competitor_overtook: 'Ein Wettbewerber hat die Marke überholt oder umgekehrt',
    competitor_appeared: 'Ein neuer Wettbewerber erscheint in Antworten',
    source_changed: 'Eine Quelle wird neu oder nicht mehr zitiert',
    own_page_changed: 'Eine Seite der Marke wird neu oder nicht mehr zitiert',
    negative_sentiment: 'Negative Antworten erscheinen',
    run_failed: 'Ein Lauf ist fehlgeschlagen oder unvollständig',
    engine_key_failed: 'Eine Engine lehnt ihren Schlüssel ab',
    budget_reached: 'Ein Kostenlimit ist erreicht',
    audit_got_worse: 'Ein Website-Audit hat sich verschlechtert',
    traffic_changed: 'Die Besuche von KI-Plattformen haben sich verändert',
  },
  alertDirectionLabels: {
    any: 'Beide Richtungen',
    up: 'Gestiegen',
    down: 'Gefallen',
    new: 'Neu',
    lost: 'Verloren',
  },
  alertSeverityLabels: { high: 'Hoch', medium: 'Mittel', low: 'Gering' },
  alertStatusLabels: { open: 'Offen', acknowledged: 'Bestätigt', resolved: 'Erledigt' },
  alertResolutionLabels: {
    user: 'Von einem Mitglied erledigt',
    recovered: 'Trifft nicht mehr zu',
    withdrawn: 'Von späteren Daten nicht bestätigt',
    expired: 'Älter als 35 Tage',
  },
  unknownCountryLabel: 'Unbekannt',
}
