/** What the API takes and gives. Made by `npm run generate`; do not edit. */

/** One value, or several. */
export type OneOrMore<T> = T | readonly T[]

/** By address. */
export type Operations = {
  /** Get the user, organization and plan of this API key */
  'GET /api/v1/whoami': {
    returns: Whoami
  }
  /** Get the user, organization and plan of this API key */
  'GET /api/mcp/whoami': {
    returns: Whoami
  }
  /** List brands */
  'GET /api/v1/brands': {
    returns: BrandSummary[]
  }
  /** List brands */
  'GET /api/mcp/brands': {
    returns: {
      brands: {
        id: string
        name: string
        domain: string
        status: string
      }[]
    }
  }
  /**
   * Start a site audit
   * Crawls the page like the crawlers of AI engines, for at most a minute. Returns immediately; poll the audit until its status is `completed` or `failed`. Returns the existing audit if the page is already being audited. Respects robots.txt as the agent Ansight.
   */
  'POST /api/mcp/site-audits': {
    body: {
      brand_id: string
      /** The http or https URL of the page to audit. */
      url: string
      /** The number of pages to audit: this page and pages of the same site that it links to. */
      pages?: number
    }
    returns: StartedAudit
  }
  /** List site audits, newest first */
  'GET /api/mcp/site-audits': {
    query: {
      brand_id: string
      url?: string
      limit?: number
      cursor?: string
    }
    returns: AuditList
  }
  /** Get the remaining site audits of the month */
  'GET /api/mcp/site-audits/quota': {
    returns: AuditQuota
  }
  /**
   * Get a site audit with its findings
   * Every check with its evidence, why it matters and how to fix it. docs/audits.md explains the score.
   */
  'GET /api/mcp/site-audits/{id}': {
    params: {
      id: string
    }
    returns: Audit
  }
  /**
   * List content opportunities
   * Prompts for which answers mention or cite tracked competitors and omit the brand or rank it lower, highest score first. docs/opportunities.md explains the score.
   */
  'GET /api/mcp/content-opportunities': {
    query: {
      brand_id: string
      status?: 'new' | 'sent' | 'in_progress' | 'done' | 'dismissed'
      impact?: 'high' | 'medium' | 'low'
      type?: 'owned' | 'earned'
      limit?: number
      cursor?: string
    }
    returns: OpportunityList
  }
  /**
   * Get a content opportunity with its evidence
   * `source_data` is the evidence: counts, the gap with its confidence interval, the parts of the score, and the answers and pages behind it.
   */
  'GET /api/mcp/content-opportunities/{id}': {
    params: {
      id: string
    }
    returns: OpportunityDetail
  }
  /**
   * Write the brief of a content opportunity
   * Returns the stored brief or writes one from the evidence, with the configured language model if there is one.
   */
  'POST /api/mcp/content-opportunities/{id}/brief': {
    params: {
      id: string
    }
    query?: {
      /** `true` writes a new brief. */
      regenerate?: 'true' | 'false'
    }
    returns: WrittenBrief
  }
  /** Set the status of a content opportunity */
  'PATCH /api/mcp/content-opportunities/{id}/status': {
    params: {
      id: string
    }
    body: {
      status: 'new' | 'sent' | 'in_progress' | 'done' | 'dismissed'
    }
    returns: OpportunityStatus
  }
  /**
   * List prompts
   * Lists every prompt that is not deleted, in creation order. Runs skip inactive prompts.
   */
  'GET /api/mcp/prompts': {
    query: {
      brand_id: string
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      limit?: number
      cursor?: string
    }
    returns: PromptList
  }
  /**
   * List search volumes of prompts
   * Searches per month for the keywords of each prompt and the estimated range of queries to AI engines, with source and method. Prompts without a source are omitted.
   */
  'GET /api/mcp/prompt-volumes': {
    query: {
      brand_id: string
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
    }
    returns: PromptVolumes
  }
  /** List prompts, as CSV */
  'GET /api/mcp/prompts.csv': {
    query: {
      brand_id: string
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      /** The list of the metric to export; all its rows are sent. */
      table?: 'prompts'
    }
    returns: string
  }
  /** List search volumes of prompts, as CSV */
  'GET /api/mcp/prompt-volumes.csv': {
    query: {
      brand_id: string
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      /** The list of the metric to export; all its rows are sent. */
      table?: 'volumes'
    }
    returns: string
  }
  /**
   * Summarize how visible a brand is
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. Mention rate: The share of answers that mention the brand. Citation rate: The share of answers that cite one of the brand's domains. Average position: The position at which the brand is first mentioned among the tracked brands, averaged over the answers that mention it. 1 is first. Mention rate: answers that name the brand / answers. Citation rate: answers that cite a domain of the brand / answers. Average position: sum of the positions in the order of first mention / answers that name the brand. `change` compares with the previous window of equal length, paired by prompt. Failed, refused and empty answers are excluded.
   */
  'GET /api/v1/visibility-summary': {
    query: {
      brand_id: string
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
    }
    returns: VisibilitySummary & {
      /** Whether the answers counted here include answers of the built-in simulator, which did not come from a real engine. */
      simulated: boolean
    }
  }
  /**
   * Follow the visibility of a brand over time
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. Mention rate: The share of answers that mention the brand. Each bucket is the plain mean over its own answers. Mention rate: answers that name the brand / answers. A day or week without answers is omitted, or null with `fill=true`. A week at an edge of the window includes only its days within the window. Failed, refused and empty answers are excluded.
   */
  'GET /api/v1/visibility-trend': {
    query: {
      brand_id: string
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      granularity?: 'day' | 'week'
      fill?: 'true' | 'false'
    }
    returns: VisibilityTrend & {
      /** Whether the answers counted here include answers of the built-in simulator, which did not come from a real engine. */
      simulated: boolean
    }
  }
  /**
   * Compare a brand with its competitors
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. Mention rate: The share of answers that mention the brand. Average position: The position at which the brand is first mentioned among the tracked brands, averaged over the answers that mention it. 1 is first. Share of voice: Mentions of the brand as a percentage of all mentions of the brand and its tracked competitors. The interval of the share of voice is a jackknife over prompts. Mention rate: answers that name the entity / answers. Failed, refused and empty answers are excluded.
   */
  'GET /api/v1/competitor-comparison': {
    query: {
      brand_id: string
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
    }
    returns: CompetitorComparison & {
      /** Whether the answers counted here include answers of the built-in simulator, which did not come from a real engine. */
      simulated: boolean
    }
  }
  /**
   * List the sources that answers cite
   * Every citation of an answer counts, even when it lists a URL twice. Sources that an engine retrieved without citing them do not count. Usage: answers that cite the source / answers. A domain is a registrable domain (public suffix list); its category is that of most of its citations. With `category`, only citations of that category count; `source_type_breakdown` always includes all. Failed, refused and empty answers are excluded.
   */
  'GET /api/v1/citations': {
    query: {
      brand_id: string
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      limit?: number
      cursor?: string
      category?: 'owned' | 'competitor' | 'editorial' | 'review' | 'forum' | 'social' | 'video' | 'ecommerce' | 'reference' | 'institutional' | 'other'
      sort_by?: 'citations' | 'results' | 'brand_mentioned'
      order?: 'asc' | 'desc'
    }
    returns: Citations & {
      /** Whether the answers counted here include answers of the built-in simulator, which did not come from a real engine. */
      simulated: boolean
    }
  }
  /**
   * Count visits that came from AI platforms
   * Visits counted by the tracking script whose referrer or utm_source is an AI platform, without bots and without repeats within half an hour. A visit has no model, prompt or region, so `platform` is the only filter that applies.
   */
  'GET /api/v1/ai-traffic': {
    query: {
      brand_id: string
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      /** Of top_pages and cited_pages. */
      limit?: number
    }
    returns: AiTraffic
  }
  /**
   * List prompts with their visibility
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. Mention rate: The share of answers that mention the brand. Each prompt’s mean is over its own answers. Mention rate: answers that name the brand / answers. Prompts without answers in the window are listed with null; deleted ones only with answers. Failed, refused and empty answers are excluded.
   */
  'GET /api/v1/prompt-performance': {
    query: {
      brand_id: string
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      limit?: number
      cursor?: string
      /** Only these prompts. */
      prompt_id?: OneOrMore<string>
      sort_by?: 'visibility' | 'mentions' | 'citations' | 'volume' | 'change'
      order?: 'asc' | 'desc'
    }
    returns: PromptPerformance & {
      /** Whether the answers counted here include answers of the built-in simulator, which did not come from a real engine. */
      simulated: boolean
    }
  }
  /**
   * List the shopping cards that answers show
   * A card belongs to the brand or to a competitor when its brand or title names one. Newest first. Card rate: answers with a card / answers. With `role`, only cards of that role count. Failed, refused and empty answers are excluded.
   */
  'GET /api/v1/shopping-cards': {
    query: {
      brand_id: string
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      limit?: number
      cursor?: string
      role?: 'own' | 'competitor' | 'other'
    }
    returns: ShoppingCards & {
      /** Whether the answers counted here include answers of the built-in simulator, which did not come from a real engine. */
      simulated: boolean
    }
  }
  /**
   * Summarize how visible a brand is
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. Mention rate: The share of answers that mention the brand. Citation rate: The share of answers that cite one of the brand's domains. Average position: The position at which the brand is first mentioned among the tracked brands, averaged over the answers that mention it. 1 is first. Mention rate: answers that name the brand / answers. Citation rate: answers that cite a domain of the brand / answers. Average position: sum of the positions in the order of first mention / answers that name the brand. `change` compares with the previous window of equal length, paired by prompt. Failed, refused and empty answers are excluded.
   */
  'GET /api/mcp/visibility-summary': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
    }
    returns: VisibilitySummary & {
      /** Whether the answers counted here include answers of the built-in simulator, which did not come from a real engine. */
      simulated: boolean
    }
  }
  /**
   * Follow the visibility of a brand over time
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. Mention rate: The share of answers that mention the brand. Each bucket is the plain mean over its own answers. Mention rate: answers that name the brand / answers. A day or week without answers is omitted, or null with `fill=true`. A week at an edge of the window includes only its days within the window. Failed, refused and empty answers are excluded.
   */
  'GET /api/mcp/visibility-trend': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      granularity?: 'day' | 'week'
      fill?: 'true' | 'false'
    }
    returns: VisibilityTrend & {
      /** Whether the answers counted here include answers of the built-in simulator, which did not come from a real engine. */
      simulated: boolean
    }
  }
  /**
   * Explain a change of the visibility score
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. Compares the questions with answers in both the window and the previous window of equal length. A part contributes its share of the answers times the change of its own score. All lists are empty unless `change.state` is `up` or `down`: a change that may be chance is not explained. Failed, refused and empty answers are excluded.
   */
  'GET /api/mcp/score-change': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
    }
    returns: ScoreChange & {
      /** Whether the answers counted here include answers of the built-in simulator, which did not come from a real engine. */
      simulated: boolean
    }
  }
  /**
   * List topics with their visibility
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. A topic’s mean is over the answers to its prompts. Failed, refused and empty answers are excluded.
   */
  'GET /api/mcp/topics': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
    }
    returns: Topics & {
      /** Whether the answers counted here include answers of the built-in simulator, which did not come from a real engine. */
      simulated: boolean
    }
  }
  /**
   * List prompts with their visibility
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. Mention rate: The share of answers that mention the brand. Each prompt’s mean is over its own answers. Mention rate: answers that name the brand / answers. Prompts without answers in the window are listed with null; deleted ones only with answers. Failed, refused and empty answers are excluded.
   */
  'GET /api/mcp/prompt-performance': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      limit?: number
      cursor?: string
      /** Only these prompts. */
      prompt_id?: OneOrMore<string>
      sort_by?: 'visibility' | 'mentions' | 'citations' | 'volume' | 'change'
      order?: 'asc' | 'desc'
    }
    returns: PromptPerformance & {
      /** Whether the answers counted here include answers of the built-in simulator, which did not come from a real engine. */
      simulated: boolean
    }
  }
  /**
   * List the sources that answers cite
   * Every citation of an answer counts, even when it lists a URL twice. Sources that an engine retrieved without citing them do not count. Usage: answers that cite the source / answers. A domain is a registrable domain (public suffix list); its category is that of most of its citations. With `category`, only citations of that category count; `source_type_breakdown` always includes all. Failed, refused and empty answers are excluded.
   */
  'GET /api/mcp/citations': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      limit?: number
      cursor?: string
      category?: 'owned' | 'competitor' | 'editorial' | 'review' | 'forum' | 'social' | 'video' | 'ecommerce' | 'reference' | 'institutional' | 'other'
      sort_by?: 'citations' | 'results' | 'brand_mentioned'
      order?: 'asc' | 'desc'
    }
    returns: Citations & {
      /** Whether the answers counted here include answers of the built-in simulator, which did not come from a real engine. */
      simulated: boolean
    }
  }
  /**
   * Compare a brand with its competitors
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. Mention rate: The share of answers that mention the brand. Average position: The position at which the brand is first mentioned among the tracked brands, averaged over the answers that mention it. 1 is first. Share of voice: Mentions of the brand as a percentage of all mentions of the brand and its tracked competitors. The interval of the share of voice is a jackknife over prompts. Mention rate: answers that name the entity / answers. Failed, refused and empty answers are excluded.
   */
  'GET /api/mcp/competitor-comparison': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
    }
    returns: CompetitorComparison & {
      /** Whether the answers counted here include answers of the built-in simulator, which did not come from a real engine. */
      simulated: boolean
    }
  }
  /**
   * Count visits that came from AI platforms
   * Visits counted by the tracking script whose referrer or utm_source is an AI platform, without bots and without repeats within half an hour. A visit has no model, prompt or region, so `platform` is the only filter that applies.
   */
  'GET /api/mcp/ai-traffic': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      /** Of top_pages and cited_pages. */
      limit?: number
    }
    returns: AiTraffic
  }
  /**
   * List the shopping cards that answers show
   * A card belongs to the brand or to a competitor when its brand or title names one. Newest first. Card rate: answers with a card / answers. With `role`, only cards of that role count. Failed, refused and empty answers are excluded.
   */
  'GET /api/mcp/shopping-cards': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      limit?: number
      cursor?: string
      role?: 'own' | 'competitor' | 'other'
    }
    returns: ShoppingCards & {
      /** Whether the answers counted here include answers of the built-in simulator, which did not come from a real engine. */
      simulated: boolean
    }
  }
  /**
   * Show how visible the products of a brand are
   * Mention rate: answers whose text names the product / answers. Mentions in the text and shopping cards are counted separately. Failed, refused and empty answers are excluded.
   */
  'GET /api/mcp/product-visibility': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
    }
    returns: ProductVisibility & {
      /** Whether the answers counted here include answers of the built-in simulator, which did not come from a real engine. */
      simulated: boolean
    }
  }
  /** Summarize how visible a brand is, as CSV */
  'GET /api/v1/visibility-summary.csv': {
    query: {
      brand_id: string
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      /** The list of the metric to export; all its rows are sent. */
      table?: 'by_platform' | 'top_competitors' | 'summary'
    }
    returns: string
  }
  /** Follow the visibility of a brand over time, as CSV */
  'GET /api/v1/visibility-trend.csv': {
    query: {
      brand_id: string
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      granularity?: 'day' | 'week'
      fill?: 'true' | 'false'
      /** The list of the metric to export; all its rows are sent. */
      table?: 'buckets' | 'summary'
    }
    returns: string
  }
  /** Compare a brand with its competitors, as CSV */
  'GET /api/v1/competitor-comparison.csv': {
    query: {
      brand_id: string
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      /** The list of the metric to export; all its rows are sent. */
      table?: 'competitors' | 'share_of_voice_by_platform' | 'summary'
    }
    returns: string
  }
  /** List the sources that answers cite, as CSV */
  'GET /api/v1/citations.csv': {
    query: {
      brand_id: string
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      category?: 'owned' | 'competitor' | 'editorial' | 'review' | 'forum' | 'social' | 'video' | 'ecommerce' | 'reference' | 'institutional' | 'other'
      sort_by?: 'citations' | 'results' | 'brand_mentioned'
      order?: 'asc' | 'desc'
      /** The list of the metric to export; all its rows are sent. */
      table?: 'top_domains' | 'top_urls' | 'source_type_breakdown' | 'summary'
    }
    returns: string
  }
  /** Count visits that came from AI platforms, as CSV */
  'GET /api/v1/ai-traffic.csv': {
    query: {
      brand_id: string
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      /** The list of the metric to export; all its rows are sent. */
      table?: 'platform_breakdown' | 'top_pages' | 'cited_pages' | 'country_breakdown' | 'daily' | 'daily_by_platform' | 'summary'
    }
    returns: string
  }
  /** List prompts with their visibility, as CSV */
  'GET /api/v1/prompt-performance.csv': {
    query: {
      brand_id: string
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      /** Only these prompts. */
      prompt_id?: OneOrMore<string>
      sort_by?: 'visibility' | 'mentions' | 'citations' | 'volume' | 'change'
      order?: 'asc' | 'desc'
      /** The list of the metric to export; all its rows are sent. */
      table?: 'prompts' | 'summary'
    }
    returns: string
  }
  /** List the shopping cards that answers show, as CSV */
  'GET /api/v1/shopping-cards.csv': {
    query: {
      brand_id: string
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      role?: 'own' | 'competitor' | 'other'
      /** The list of the metric to export; all its rows are sent. */
      table?: 'cards' | 'summary'
    }
    returns: string
  }
  /** Summarize how visible a brand is, as CSV */
  'GET /api/mcp/visibility-summary.csv': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      /** The list of the metric to export; all its rows are sent. */
      table?: 'by_platform' | 'top_competitors' | 'summary'
    }
    returns: string
  }
  /** Follow the visibility of a brand over time, as CSV */
  'GET /api/mcp/visibility-trend.csv': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      granularity?: 'day' | 'week'
      fill?: 'true' | 'false'
      /** The list of the metric to export; all its rows are sent. */
      table?: 'buckets' | 'summary'
    }
    returns: string
  }
  /** Explain a change of the visibility score, as CSV */
  'GET /api/mcp/score-change.csv': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      /** The list of the metric to export; all its rows are sent. */
      table?: 'by_measure' | 'by_platform' | 'by_topic' | 'by_prompt' | 'competitors' | 'sources' | 'circumstances' | 'summary'
    }
    returns: string
  }
  /** List topics with their visibility, as CSV */
  'GET /api/mcp/topics.csv': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      /** The list of the metric to export; all its rows are sent. */
      table?: 'topics' | 'summary'
    }
    returns: string
  }
  /** List prompts with their visibility, as CSV */
  'GET /api/mcp/prompt-performance.csv': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      /** Only these prompts. */
      prompt_id?: OneOrMore<string>
      sort_by?: 'visibility' | 'mentions' | 'citations' | 'volume' | 'change'
      order?: 'asc' | 'desc'
      /** The list of the metric to export; all its rows are sent. */
      table?: 'prompts' | 'summary'
    }
    returns: string
  }
  /** List the sources that answers cite, as CSV */
  'GET /api/mcp/citations.csv': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      category?: 'owned' | 'competitor' | 'editorial' | 'review' | 'forum' | 'social' | 'video' | 'ecommerce' | 'reference' | 'institutional' | 'other'
      sort_by?: 'citations' | 'results' | 'brand_mentioned'
      order?: 'asc' | 'desc'
      /** The list of the metric to export; all its rows are sent. */
      table?: 'top_domains' | 'top_urls' | 'source_type_breakdown' | 'summary'
    }
    returns: string
  }
  /** Compare a brand with its competitors, as CSV */
  'GET /api/mcp/competitor-comparison.csv': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      /** The list of the metric to export; all its rows are sent. */
      table?: 'competitors' | 'share_of_voice_by_platform' | 'summary'
    }
    returns: string
  }
  /** Count visits that came from AI platforms, as CSV */
  'GET /api/mcp/ai-traffic.csv': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      /** The list of the metric to export; all its rows are sent. */
      table?: 'platform_breakdown' | 'top_pages' | 'cited_pages' | 'country_breakdown' | 'daily' | 'daily_by_platform' | 'summary'
    }
    returns: string
  }
  /** List the shopping cards that answers show, as CSV */
  'GET /api/mcp/shopping-cards.csv': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      role?: 'own' | 'competitor' | 'other'
      /** The list of the metric to export; all its rows are sent. */
      table?: 'cards' | 'summary'
    }
    returns: string
  }
  /** Show how visible the products of a brand are, as CSV */
  'GET /api/mcp/product-visibility.csv': {
    query: {
      brand_id: string
      days?: number
      date_from?: string
      date_to?: string
      platform?: OneOrMore<'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'>
      model?: OneOrMore<string>
      region?: OneOrMore<string>
      topic_id?: OneOrMore<string>
      branded?: OneOrMore<'true' | 'false'>
      /** The list of the metric to export; all its rows are sent. */
      table?: 'products' | 'summary'
    }
    returns: string
  }
}

export type AiTraffic = {
  brand: {
    id: string
    name: string
  }
  window: {
    /** Null: since the first answer. */
    date_from: string | null
    /** Inclusive. Null: until the last answer. */
    date_to: string | null
  }
  total_visits: number
  platform_breakdown: {
    platform: string
    visits: number
  }[]
  top_pages: {
    /** A path without its query string. */
    url: string
    visits: number
    /** Citations of this path on a domain of the brand in the answers of the window. */
    citations: number
  }[]
  /** The pages of the brand that answers cite most, with their visits. */
  cited_pages: {
    url: string
    citations: number
    visits: number
  }[]
  country_breakdown: {
    /** ISO 3166-1 alpha-2; `ZZ` when unknown. */
    country: string
    visits: number
  }[]
  daily: {
    date: string
    visits: number
  }[]
  daily_by_platform: {
    date: string
    platform: string
    visits: number
  }[]
}

export type Audit = {
  id: string
  brand_id: string
  url: string
  status: 'waiting' | 'running' | 'completed' | 'failed'
  /** The requested number of pages. */
  pages: number
  /** The URL after redirects. */
  final_url: string | null
  score: number | null
  /** Why the audit failed. */
  error: string | null
  created_at: string
  completed_at: string | null
  /** The score without caps. */
  uncapped_score: number | null
  /** The failed check that caps the score. */
  capped_by: string | null
  /** Empty until the audit is completed. */
  categories: {
    key: 'access' | 'readability' | 'answerability' | 'trust' | 'extras'
    label: string
    score: number | null
    weight: number
    /** The failed check that makes this category mostly irrelevant. */
    gated_by: string | null
  }[]
  checks: {
    key: string
    category: 'access' | 'readability' | 'answerability' | 'trust' | 'extras'
    label: string
    /** `pass`: fully met. `warn`: at least half. `na`: does not apply. */
    status: 'pass' | 'warn' | 'fail' | 'na'
    /** How far the criterion is met, 0 to 1; null if it does not apply. */
    share: number | null
    /** Points out of 100; checks with 0 are not scored. */
    weight: number
    /** If this check fails, the whole score is at most this. */
    cap: number | null
    /** Strength of evidence: A documented or widely measured, B studied, C good practice. */
    basis: 'A' | 'B' | 'C'
    /** What was found. */
    evidence: string
    why: string
    fix: string
  }[]
  /** What to fix, largest gain first. */
  recommendations: {
    check: string
    text: string
    /** Points gained by fixing only this; 0 while a failed check caps the score. */
    gain: number
  }[]
  page_scores: {
    url: string
    status: number | null
    score: number | null
  }[]
}

export type AuditList = {
  audits: AuditSummary[]
  next_cursor: string | null
}

export type AuditQuota = {
  used: number
  /** Null is unlimited. */
  limit: number | null
  remaining: number | null
  resets_at: string
}

export type AuditSummary = {
  id: string
  brand_id: string
  url: string
  status: 'waiting' | 'running' | 'completed' | 'failed'
  /** The requested number of pages. */
  pages: number
  /** The URL after redirects. */
  final_url: string | null
  score: number | null
  /** Why the audit failed. */
  error: string | null
  created_at: string
  completed_at: string | null
}

export type BrandSummary = {
  id: string
  name: string
  slug: string
  industry: string | null
  region: string | null
  created_at: string
}

export type Brief = {
  title: string
  /** For example comparison_page, buying_guide, how_to_guide, outreach. */
  content_type: string
  target_word_count: number
  audience: string
  outline: {
    heading: string
    key_points: string[]
  }[]
  target_keywords: string[]
  questions_to_answer: string[]
  /** URLs that the answers cite. */
  sources_to_cite: string[]
  competitor_insights: string
  call_to_action: string
  /** `evidence`: composed from stored data. `model`: written from that data by a language model. `person`: edited by a user. */
  method: 'evidence' | 'model' | 'person'
}

export type Change = {
  previous: number | null
  delta: number | null
  state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
  p_value: number | null
  reason: string
}

export type Citations = {
  brand: {
    id: string
    name: string
  }
  window: {
    /** Null: since the first answer. */
    date_from: string | null
    /** Inclusive. Null: until the last answer. */
    date_to: string | null
  }
  /** Answers in the denominator. */
  result_count: number
  totals: {
    domains: number
    urls: number
    citations: number
    results_with_citations: number
    /** Citations / answers. */
    avg_citations_per_result: number | null
  }
  top_domains: {
    domain: string
    category: 'owned' | 'competitor' | 'editorial' | 'review' | 'forum' | 'social' | 'video' | 'ecommerce' | 'reference' | 'institutional' | 'other'
    total_citations: number
    /** Answers that cite the source. */
    results_citing: number
    /** results_citing / result_count. */
    usage_pct: number | null
    /** Of usage_pct. */
    usage_interval: Interval
    /** Of the answers that cite it, those that mention the brand. */
    results_mentioning: number
    /** Share of the answers citing the source that name the brand. */
    brand_mentioned_pct: number | null
    /** Of brand_mentioned_pct. */
    brand_mentioned_interval: Interval
  }[]
  top_urls: {
    url: string
    title: string | null
    domain: string | null
    category: 'owned' | 'competitor' | 'editorial' | 'review' | 'forum' | 'social' | 'video' | 'ecommerce' | 'reference' | 'institutional' | 'other'
    total_citations: number
    /** Answers that cite the source. */
    results_citing: number
    /** results_citing / result_count. */
    usage_pct: number | null
    /** Of usage_pct. */
    usage_interval: Interval
    /** Of the answers that cite it, those that mention the brand. */
    results_mentioning: number
    /** Share of the answers citing the source that name the brand. */
    brand_mentioned_pct: number | null
    /** Of brand_mentioned_pct. */
    brand_mentioned_interval: Interval
  }[]
  source_type_breakdown: {
    category: 'owned' | 'competitor' | 'editorial' | 'review' | 'forum' | 'social' | 'video' | 'ecommerce' | 'reference' | 'institutional' | 'other'
    citations: number
    domains: number
    /** Of all citations. */
    pct: number | null
  }[]
  /** Of top_domains; top_urls always contains the first page. */
  next_cursor: string | null
}

export type CompetitorComparison = {
  brand: {
    id: string
    name: string
    /** Sum of the visibility scores / answers. */
    avg_visibility_score: number | null
    /** Same as avg_visibility_score. */
    ai_visibility_score: number | null
    /** Answers that name the entity / answers, in percent. */
    mention_rate_pct: number | null
    /** Of mention_rate_pct. */
    interval: Interval
    /** Of avg_visibility_score. */
    score_interval: Interval
    /** Mean order of first mention, over the answers that name the entity. */
    avg_position: number | null
    /** Of avg_position. */
    position_interval: Interval
    /** Number of times the answers name the entity. */
    total_mentions: number
    /** Citations of the entity's own domains. */
    total_citations: number
    /** Answers that name the entity. */
    appearance_count: number
    /** Of avg_visibility_score, in points. */
    change: Change
  }
  window: {
    /** Null: since the first answer. */
    date_from: string | null
    /** Inclusive. Null: until the last answer. */
    date_to: string | null
  }
  /** Answers in the denominator. */
  result_count: number
  competitors: {
    competitor_id: string
    name: string
    /** Sum of the visibility scores / answers. */
    avg_visibility_score: number | null
    /** Same as avg_visibility_score. */
    ai_visibility_score: number | null
    /** Answers that name the entity / answers, in percent. */
    mention_rate_pct: number | null
    /** Of mention_rate_pct. */
    interval: Interval
    /** Of avg_visibility_score. */
    score_interval: Interval
    /** Mean order of first mention, over the answers that name the entity. */
    avg_position: number | null
    /** Of avg_position. */
    position_interval: Interval
    /** Number of times the answers name the entity. */
    total_mentions: number
    /** Citations of the entity's own domains. */
    total_citations: number
    /** Answers that name the entity. */
    appearance_count: number
    /** Of avg_visibility_score, in points, adjusted for testing all competitors together. */
    change: {
      previous: number | null
      delta: number | null
      state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
      p_value: number | null
      reason: string
      /** False discovery rate (Benjamini–Hochberg) among the changes of the list that are at least as significant as this one. */
      q_value: number | null
    }
  }[]
  share_of_voice: {
    overall_sov_pct: number | null
    /** Of overall_sov_pct, for prompts like these; null with fewer than eight prompts. */
    interval: Interval
    /** Of overall_sov_pct, in percentage points. */
    change: Change
    /** The smallest change of overall_sov_pct, in percentage points, that is detected with 80 % probability between two such windows. */
    smallest_detectable_change: number | null
    total_brand_mentions: number
    total_competitor_mentions: number
    by_platform: {
      platform: 'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'
      model_used: string | null
      brand_mentions: number
      competitor_mentions: number
      sov_pct: number | null
      /** Of sov_pct, computed like that of overall_sov_pct. */
      interval: Interval
    }[]
  }
}

export type Interval = {
  low: number
  high: number
  level: number
  method: string
} | null

export type Opportunity = {
  id: string
  brand_id: string
  title: string
  description: string
  /** `owned`: a page of your own could be cited. `earned`: engines cite lists, reviews and forums. */
  type: 'owned' | 'earned'
  impact: 'high' | 'medium' | 'low'
  opportunity_score: number
  status: 'new' | 'sent' | 'in_progress' | 'done' | 'dismissed'
  prompt_id: string
  prompt_text: string
  /** `directional`: few answers, or a gap that may be due to chance. */
  certainty: 'established' | 'directional'
  /** The counted answers include answers of the built-in simulator. */
  simulated: boolean
  has_brief: boolean
  webhook_sent_at: string | null
  created_at: string
  updated_at: string
}

export type OpportunityDetail = {
  id: string
  brand_id: string
  title: string
  description: string
  /** `owned`: a page of your own could be cited. `earned`: engines cite lists, reviews and forums. */
  type: 'owned' | 'earned'
  impact: 'high' | 'medium' | 'low'
  opportunity_score: number
  status: 'new' | 'sent' | 'in_progress' | 'done' | 'dismissed'
  prompt_id: string
  prompt_text: string
  /** `directional`: few answers, or a gap that may be due to chance. */
  certainty: 'established' | 'directional'
  /** The counted answers include answers of the built-in simulator. */
  simulated: boolean
  has_brief: boolean
  webhook_sent_at: string | null
  created_at: string
  updated_at: string
  source_data: OpportunitySourceData
  brief: Brief | null
  brief_written_at: string | null
  /** The outcome of the last delivery. */
  webhook_response: {
    status: number | null
    body: string | null
    error: string | null
    at: string
  } | null
  history: {
    /** Null: the opportunity was created. */
    from: 'new' | 'sent' | 'in_progress' | 'done' | 'dismissed' | null
    to: 'new' | 'sent' | 'in_progress' | 'done' | 'dismissed'
    note: string | null
    by: {
      /** `callback`: the receiver of the webhook. */
      kind: 'user' | 'api_key' | 'callback' | 'system'
      /** The name of the user, if a user made the change. */
      name: string | null
    }
    at: string
  }[]
  /** Once the opportunity is done: whether visibility has changed since. */
  effect: OpportunityEffect | null
}

export type OpportunityEffect = {
  done_at: string
  /** The 30 days before. */
  before: {
    date_from: string
    date_to: string
    answers: number
    /** Sum of the visibility scores / answers. */
    avg_visibility_score: number | null
    interval: Interval
  }
  /** The 30 days after, as far as they have passed. */
  after: {
    date_from: string
    date_to: string
    answers: number
    /** Sum of the visibility scores / answers. */
    avg_visibility_score: number | null
    interval: Interval
  }
  /** The change of the prompt's visibility score. */
  change: Change
  statement: string
}

export type OpportunityList = {
  opportunities: Opportunity[]
  next_cursor: string | null
}

export type OpportunitySourceData = {
  window: {
    date_from: string
    date_to: string
  }
  /** The counted answers include answers of the built-in simulator. */
  simulated: boolean
  /** Answers in the denominator. */
  answers: number
  /** Answers that mention or cite a competitor, and neither mention nor cite the brand. */
  missed: number
  /** Answers that mention the brand after a competitor. */
  behind: number
  /** `directional`: few answers, or a gap that may be due to chance. */
  certainty: 'established' | 'directional'
  /** Mean of the leading competitor's visibility score minus the brand's. */
  gap_pct: number
  gap: {
    /** Points of the visibility score. */
    points: number
    interval: {
      low: number
      high: number
      level: number
      method: string
    }
    leader: {
      competitor_id: string
      name: string
    }
  }
  brand: {
    name: string
    /** Answers that mention it. */
    named: number
    /** Answers that cite one of its own pages. */
    cited: number
    mention_rate_pct: number | null
    avg_visibility_score: number
    avg_position: number | null
  }
  competitors: {
    competitor_id: string
    name: string
    /** Answers that mention it. */
    named: number
    /** Answers that cite one of its own pages. */
    cited: number
    mention_rate_pct: number | null
    avg_visibility_score: number
    avg_position: number | null
  }[]
  /** Searches per month according to the volume source; null without a source. */
  volume: number | null
  volume_detail: {
    est_ai_volume_low: number | null
    est_ai_volume_high: number | null
    source: string
  } | null
  intent: string | null
  /** With volumes if there is a volume source; otherwise the engines' own searches, with the number of answers. */
  keywords: {
    keyword: string
    volume: number | null
    answers: number | null
  }[]
  source_categories: {
    category: 'owned' | 'competitor' | 'editorial' | 'review' | 'forum' | 'social' | 'video' | 'ecommerce' | 'reference' | 'institutional' | 'other'
    citations: number
  }[]
  /** The pages that the answers cite most, at most ten. */
  sources: {
    url: string
    domain: string
    title: string | null
    category: 'owned' | 'competitor' | 'editorial' | 'review' | 'forum' | 'social' | 'video' | 'ecommerce' | 'reference' | 'institutional' | 'other'
    /** Answers that cite it. */
    answers: number
  }[]
  /** The newest answers that show the gap, at most five. */
  evidence_answer_ids: string[]
  /** They add up to opportunity_score. */
  score_parts: {
    gap: number
    certainty: number
    volume: number | null
    intent: number
    sources: number
  }
}

export type OpportunityStatus = {
  id: string
  status: 'new' | 'sent' | 'in_progress' | 'done' | 'dismissed'
  updated_at: string
}

export type Plan = {
  name: string
  deployment: 'self_hosted' | 'cloud'
  /** Null means unlimited. */
  limits: {
    brands: number | null
    prompts: number | null
    members: number | null
    platforms: number | null
    runs_per_day: number | null
    run_cooldown_seconds: number | null
    spend_micros_per_month: number | null
    site_audits_per_month: number | null
    briefs_per_month: number | null
  }
}

export type ProductVisibility = {
  brand: {
    id: string
    name: string
  }
  window: {
    /** Null: since the first answer. */
    date_from: string | null
    /** Inclusive. Null: until the last answer. */
    date_to: string | null
  }
  products: {
    product_id: string
    name: string
    /** Answers in the denominator. */
    result_count: number
    /** Answers that name the entity / answers, in percent. */
    mention_rate_pct: number | null
    /** Of mention_rate_pct. */
    interval: Interval
    /** Number of times the answers name the entity. */
    total_mentions: number
    /** Shopping cards that show the product. */
    card_appearances: number
    by_platform: {
      platform: 'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'
      /** Answers in the denominator. */
      result_count: number
      /** Answers that name the entity / answers, in percent. */
      mention_rate_pct: number | null
      /** Of mention_rate_pct. */
      interval: Interval
      /** Number of times the answers name the entity. */
      total_mentions: number
      /** Shopping cards that show the product. */
      card_appearances: number
    }[]
  }[]
}

export type Prompt = {
  id: string
  brand_id: string
  text: string
  topic_id: string | null
  topic_name: string | null
  category: 'comparison' | 'best' | 'how-to' | 'alternative' | 'recommendation' | 'informational' | 'branded' | 'other'
  branded: boolean
  region: string | null
  language: string | null
  /** Null means all of the brand's platforms. */
  platforms: ('chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode')[] | null
  is_active: boolean
  created_at: string
}

export type PromptList = {
  prompts: Prompt[]
  next_cursor: string | null
}

export type PromptPerformance = {
  brand: {
    id: string
    name: string
  }
  window: {
    /** Null: since the first answer. */
    date_from: string | null
    /** Inclusive. Null: until the last answer. */
    date_to: string | null
  }
  prompts: {
    prompt_id: string
    prompt_text: string
    topic_name: string | null
    category: string
    branded: boolean
    /** Answers in the denominator. */
    result_count: number
    /** Sum of the visibility scores / answers. */
    avg_visibility_score: number | null
    /** Answers that name the entity / answers, in percent. */
    mention_rate_pct: number | null
    /** Of mention_rate_pct. */
    interval: Interval
    /** Of avg_visibility_score. */
    score_interval: Interval
    /** Number of times the answers name the entity. */
    total_mentions: number
    /** Citations of the brand's own domains. */
    total_citations: number
    /** Mean score of the tracked competitors; null without competitors. */
    avg_competitor_score: number | null
    /** The platform with the highest avg_visibility_score. */
    best_platform: 'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode' | null
    worst_platform: 'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode' | null
    /** Searches per month according to a volume source; null without one. */
    volume: number | null
    /** Of avg_visibility_score, adjusted for testing all prompts in scope together. */
    change: {
      previous: number | null
      delta: number | null
      state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
      p_value: number | null
      reason: string
      /** False discovery rate (Benjamini–Hochberg) among the changes of the list that are at least as significant as this one. */
      q_value: number | null
    }
  }[]
  next_cursor: string | null
}

export type PromptVolumes = {
  volumes: {
    prompt_id: string
    prompt_text: string
    intent: string | null
    keywords: {
      keyword: string
      volume: number | null
    }[]
    /** Searches per month for all keywords. Null when the source knows none of them. */
    total_volume: number | null
    /** Estimated queries to AI engines per month, as `method` explains. Null when the source has no estimate. */
    est_ai_volume_low: number | null
    est_ai_volume_high: number | null
    source: string
    method: string
    fetched_at: string
  }[]
}

export type ScoreChange = {
  brand: {
    id: string
    name: string
  }
  window: {
    /** Null: since the first answer. */
    date_from: string | null
    /** Inclusive. Null: until the last answer. */
    date_to: string | null
  }
  previous_window: {
    /** Null: since the first answer. */
    date_from: string | null
    /** Inclusive. Null: until the last answer. */
    date_to: string | null
  } | null
  /** Of avg_visibility_score, in points; the same as in visibility-summary. */
  change: Change
  /** Compared prompts. */
  prompt_count: number
  /** The components of the score. The contributions add up to the change, except for rounding. */
  by_measure: {
    measure: 'named' | 'cited' | 'position'
    /** Contribution to the change, in points. */
    contribution: number
  }[]
  /** The contributions add up to the change. */
  by_platform: {
    platform: 'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'
    /** Contribution to the change, in points. */
    contribution: number
    /** Answers of the window to the compared questions. */
    result_count: number
    /** Of its own score, in points, adjusted for testing the whole list together. */
    change: {
      previous: number | null
      delta: number | null
      state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
      p_value: number | null
      reason: string
      /** False discovery rate (Benjamini–Hochberg) among the changes of the list that are at least as significant as this one. */
      q_value: number | null
    }
  }[]
  /** The contributions add up to the change; null groups the prompts without a topic. */
  by_topic: {
    topic_id: string | null
    topic_name: string | null
    /** Contribution to the change, in points. */
    contribution: number
    /** Answers of the window to the compared questions. */
    result_count: number
    /** Of its own score, in points, adjusted for testing the whole list together. */
    change: {
      previous: number | null
      delta: number | null
      state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
      p_value: number | null
      reason: string
      /** False discovery rate (Benjamini–Hochberg) among the changes of the list that are at least as significant as this one. */
      q_value: number | null
    }
  }[]
  /** The prompts with the largest contributions in either direction. */
  by_prompt: {
    prompt_id: string
    prompt_text: string
    /** Contribution to the change, in points. */
    contribution: number
    /** Answers of the window to the compared questions. */
    result_count: number
    /** Of its own score, in points, adjusted for testing the whole list together. */
    change: {
      previous: number | null
      delta: number | null
      state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
      p_value: number | null
      reason: string
      /** False discovery rate (Benjamini–Hochberg) among the changes of the list that are at least as significant as this one. */
      q_value: number | null
    }
  }[]
  /** Competitors whose own score changed in the answers to the same questions. */
  competitors: {
    competitor_id: string
    name: string
    change: {
      previous: number | null
      delta: number | null
      state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
      p_value: number | null
      reason: string
      /** False discovery rate (Benjamini–Hochberg) among the changes of the list that are at least as significant as this one. */
      q_value: number | null
    }
  }[]
  /** Domains that are cited by more or fewer answers than before. Empty when more than a tenth of the answers are to different questions than before. */
  sources: {
    domain: string
    /** Answers that cite the domain; 0: no longer cited. */
    results_citing: number
    /** Answers of the previous window that cite the domain; 0: newly cited. */
    previous_results_citing: number
    /** Of the share of answers that cite the domain, in percentage points, adjusted for testing all domains together. */
    change: {
      previous: number | null
      delta: number | null
      state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
      p_value: number | null
      reason: string
      /** False discovery rate (Benjamini–Hochberg) among the changes of the list that are at least as significant as this one. */
      q_value: number | null
    }
  }[]
  /** Other differences between the windows. */
  circumstances: {
    kind: 'model_changed' | 'prompts_changed' | 'platforms_changed' | 'partial_run'
    note: string
    /** The platform whose model changed. */
    platform: 'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode' | null
    /** The new model. */
    model_used: string | null
  }[]
}

export type ShoppingCards = {
  brand: {
    id: string
    name: string
  }
  window: {
    /** Null: since the first answer. */
    date_from: string | null
    /** Inclusive. Null: until the last answer. */
    date_to: string | null
  }
  /** Answers in the denominator. */
  result_count: number
  cards: {
    id: string
    product_title: string
    product_brand: string | null
    price_amount: number | null
    price_currency: string | null
    merchant: string | null
    merchant_domain: string | null
    url: string | null
    image_url: string | null
    rating: number | null
    review_count: number | null
    position: number
    platform: 'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'
    prompt_id: string
    region: string | null
    seen_at: string
    role: 'own' | 'competitor' | 'other'
    competitor_id: string | null
  }[]
  totals: {
    cards: number
    /** Answers with at least one of these cards. */
    results_with_cards: number
    own_cards: number
    /** results_with_cards / result_count. */
    card_rate_pct: number | null
  }
  next_cursor: string | null
}

export type StartedAudit = {
  id: string
  brand_id: string
  url: string
  status: 'waiting' | 'running' | 'completed' | 'failed'
}

export type Topics = {
  brand: {
    id: string
    name: string
  }
  window: {
    /** Null: since the first answer. */
    date_from: string | null
    /** Inclusive. Null: until the last answer. */
    date_to: string | null
  }
  topics: {
    id: string
    name: string
    /** Prompts of the topic, without deleted ones. */
    prompt_count: number
    /** Answers in the denominator. */
    result_count: number
    /** Sum of the visibility scores / answers. */
    avg_visibility_score: number | null
    /** Of avg_visibility_score. */
    score_interval: Interval
  }[]
}

export type VisibilitySummary = {
  brand: {
    id: string
    name: string
  }
  window: {
    /** Null: since the first answer. */
    date_from: string | null
    /** Inclusive. Null: until the last answer. */
    date_to: string | null
  }
  /** Answers in the denominator. */
  result_count: number
  /** Answers to prompts that name the brand; `branded=false` excludes them. */
  branded_result_count: number
  /** Prompts with at least one answer. */
  prompt_count: number
  /** `directional`: fewer than ten answers. `exploratory`: fewer than fifty prompts. Null: neither. */
  sample_caution: 'directional' | 'exploratory' | null
  /** The smallest change of avg_visibility_score, in points, that is detected with 80 % probability between two such windows. */
  smallest_detectable_change: number | null
  /** Answers that mention the brand. */
  results_mentioning: number
  /** Answers that cite one of the brand's own domains. */
  results_citing: number
  /** Sum of the visibility scores / answers. */
  avg_visibility_score: number | null
  /** Answers that name the entity / answers, in percent. */
  mention_rate_pct: number | null
  /** Answers that cite a domain of the entity / answers, in percent. */
  citation_rate_pct: number | null
  /** positive / (positive + neutral + negative) of `sentiment`, in percent. */
  positive_sentiment_pct: number | null
  /** Mean order of first mention, over the answers that name the brand. */
  avg_position: number | null
  /** Number of times the answers name the entity. */
  total_mentions: number
  /** Citations of the brand's own domains. */
  total_citations: number
  /** Answers that name the brand, by how they portray it. */
  sentiment: {
    positive: number
    neutral: number
    negative: number
    unknown: number
  }
  intervals: {
    avg_visibility_score: Interval
    mention_rate_pct: Interval
    citation_rate_pct: Interval
    positive_sentiment_pct: Interval
    /** Null when no competitor is named: the brand is always first. */
    avg_position: Interval
  }
  /** Of avg_visibility_score, in points. */
  change: Change
  /** Changes of the rates are in percentage points. */
  changes: {
    mention_rate_pct: Change
    citation_rate_pct: Change
    positive_sentiment_pct: Change
    /** In positions: `down` is closer to the first position. */
    avg_position: Change
  }
  by_platform: {
    platform: 'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'
    model_used: string | null
    result_count: number
    /** Sum of the visibility scores / answers. */
    avg_visibility_score: number | null
    /** Answers that name the entity / answers, in percent. */
    mention_rate_pct: number | null
    /** Of mention_rate_pct. */
    interval: Interval
    /** Of avg_visibility_score. */
    score_interval: Interval
  }[]
  top_competitors: {
    competitor_id: string
    name: string
    /** Sum of the visibility scores / answers. */
    avg_visibility_score: number | null
    /** Answers that name the entity / answers, in percent. */
    mention_rate_pct: number | null
    /** Number of times the answers name the entity. */
    total_mentions: number
    /** Citations of the entity's own domains. */
    total_citations: number
  }[]
}

export type VisibilityTrend = {
  brand: {
    id: string
    name: string
  }
  window: {
    /** Null: since the first answer. */
    date_from: string | null
    /** Inclusive. Null: until the last answer. */
    date_to: string | null
  }
  granularity: 'day' | 'week'
  buckets: {
    /** The day, or the Monday of the ISO week. */
    date: string
    result_count: number
    /** Sum of the visibility scores / answers. */
    avg_visibility_score: number | null
    /** Same as avg_visibility_score. */
    ai_visibility_score: number | null
    /** Of avg_visibility_score. */
    interval: Interval
    /** Answers that name the entity / answers, in percent. */
    mention_rate_pct: number | null
    /** Number of times the answers name the entity. */
    total_mentions: number
    /** Citations of the brand's own domains. */
    total_citations: number
    /** Mean score of the tracked competitors; null without competitors. */
    avg_competitor_score: number | null
    prompt_count: number
    /** Differences from the previous bucket with answers. */
    annotations: {
      kind: 'model_changed' | 'prompts_changed' | 'platforms_changed' | 'partial_run'
      note: string
    }[]
  }[]
}

export type Whoami = {
  user: {
    id: string
    email: string
    name: string
  }
  organization: {
    id: string
    name: string
  }
  plan: Plan
  key: {
    id: string
    name: string
    prefix: string
  }
}

export type WrittenBrief = {
  /** The id of the opportunity. */
  id: string
  brief: Brief
  generated_at: string
  /** Whether the brief existed already. */
  cached: boolean
  /** The counted answers include answers of the built-in simulator. */
  simulated: boolean
}
