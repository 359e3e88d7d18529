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
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. Mention rate: The share of answers that mention the brand. Citation rate: The share of answers that cite one of the brand's domains. Positive sentiment: Of answers that mention the brand with a clear sentiment, the share that is positive. Average position: The position at which the brand is first mentioned among the tracked brands, averaged over the answers that mention it. 1 is first. Citations of your sites: Citations of the brand’s own domains. A URL cited twice in an answer counts twice. `change` compares with the previous window of the same length, paired by prompt. Failed, refused and empty answers are excluded.
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
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. Mention rate: The share of answers that mention the brand. Each bucket averages its own answers. A day or week without answers is omitted, or null with `fill=true`. A week at an edge of the window includes only its days within the window. Failed, refused and empty answers are excluded.
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
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. Mention rate: The share of answers that mention the brand. Average position: The position at which the brand is first mentioned among the tracked brands, averaged over the answers that mention it. 1 is first. Share of voice: Mentions of the brand as a percentage of all mentions of the brand and its tracked competitors. Failed, refused and empty answers are excluded.
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
   * Every citation of an answer counts, even when it lists a URL twice. Sources that an engine retrieved without citing them do not count. The category of a domain is that of most of its citations. With `category`, only citations of that category count; `source_type_breakdown` always includes all. Failed, refused and empty answers are excluded.
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
      /** Category of the source. */
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
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. Mention rate: The share of answers that mention the brand. The values of a prompt are averages over its own answers. A prompt without answers in the window has null values. Deleted prompts are listed only if they have answers. Failed, refused and empty answers are excluded.
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
   * A card belongs to the brand or a competitor if its brand or title mentions it. The newest cards are first. With `role`, only cards of that role count. Failed, refused and empty answers are excluded.
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
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. Mention rate: The share of answers that mention the brand. Citation rate: The share of answers that cite one of the brand's domains. Positive sentiment: Of answers that mention the brand with a clear sentiment, the share that is positive. Average position: The position at which the brand is first mentioned among the tracked brands, averaged over the answers that mention it. 1 is first. Citations of your sites: Citations of the brand’s own domains. A URL cited twice in an answer counts twice. `change` compares with the previous window of the same length, paired by prompt. Failed, refused and empty answers are excluded.
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
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. Mention rate: The share of answers that mention the brand. Each bucket averages its own answers. A day or week without answers is omitted, or null with `fill=true`. A week at an edge of the window includes only its days within the window. Failed, refused and empty answers are excluded.
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
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. Compares the questions with answers in both the window and the previous window of the same length. The contribution of a part is its share of the answers times the change of its own score. All lists are empty unless `change.state` is `up` or `down`. Failed, refused and empty answers are excluded.
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
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. The score of a topic is the average over the answers to its prompts. Failed, refused and empty answers are excluded.
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
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. Mention rate: The share of answers that mention the brand. The values of a prompt are averages over its own answers. A prompt without answers in the window has null values. Deleted prompts are listed only if they have answers. Failed, refused and empty answers are excluded.
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
   * Every citation of an answer counts, even when it lists a URL twice. Sources that an engine retrieved without citing them do not count. The category of a domain is that of most of its citations. With `category`, only citations of that category count; `source_type_breakdown` always includes all. Failed, refused and empty answers are excluded.
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
      /** Category of the source. */
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
   * Visibility score: How visible the brand is in an answer, from 0 to 100: 60 points for a mention, 25 for a citation of one of its domains, and 15 divided by its position among the tracked brands. The score is the average over all answers. Mention rate: The share of answers that mention the brand. Average position: The position at which the brand is first mentioned among the tracked brands, averaged over the answers that mention it. 1 is first. Share of voice: Mentions of the brand as a percentage of all mentions of the brand and its tracked competitors. Failed, refused and empty answers are excluded.
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
   * A card belongs to the brand or a competitor if its brand or title mentions it. The newest cards are first. With `role`, only cards of that role count. Failed, refused and empty answers are excluded.
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
   * Mentions in the text and shopping cards are counted separately. Failed, refused and empty answers are excluded.
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
      /** Category of the source. */
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
      /** Category of the source. */
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
    /** Id of the brand. */
    id: string
    /** Name of the brand. */
    name: string
  }
  window: {
    /** First day; null: since the first answer. */
    date_from: string | null
    /** Last day, inclusive; null: until the last answer. */
    date_to: string | null
  }
  /** Visits from AI platforms. */
  total_visits: number
  platform_breakdown: {
    /** Platform that the visitor came from. */
    platform: string
    /** Visits from AI platforms. */
    visits: number
  }[]
  top_pages: {
    /** Path of the page without its query string. */
    url: string
    /** Visits from AI platforms. */
    visits: number
    /** Citations of this path on a domain of the brand in the answers of the window. */
    citations: number
  }[]
  /** The pages of the brand that answers cite most, with their visits. */
  cited_pages: {
    /** Path of the page without its query string. */
    url: string
    /** Citations of this path on a domain of the brand in the answers of the window. */
    citations: number
    /** Visits from AI platforms. */
    visits: number
  }[]
  country_breakdown: {
    /** Country (ISO 3166-1 alpha-2); `ZZ` if unknown. */
    country: string
    /** Visits from AI platforms. */
    visits: number
  }[]
  daily: {
    /** Day (UTC). */
    date: string
    /** Visits from AI platforms. */
    visits: number
  }[]
  daily_by_platform: {
    /** Day (UTC). */
    date: string
    /** Platform that the visitor came from. */
    platform: string
    /** Visits from AI platforms. */
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

/** Change since the previous window. */
export type Change = {
  /** Value of the previous window, with the question weights of this window. */
  previous: number | null
  /** Current value minus `previous`, over the common questions. */
  delta: number | null
  /** `up` or `down` if the change is significant, otherwise why it is not. */
  state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
  /** p-value of the test; null without one. */
  p_value: number | null
  /** The test, or why the windows cannot be compared. */
  reason: string
}

export type Citations = {
  brand: {
    /** Id of the brand. */
    id: string
    /** Name of the brand. */
    name: string
  }
  window: {
    /** First day; null: since the first answer. */
    date_from: string | null
    /** Last day, inclusive; null: until the last answer. */
    date_to: string | null
  }
  /** Answers in the denominator. */
  result_count: number
  totals: {
    /** Cited domains. */
    domains: number
    /** Cited pages. */
    urls: number
    /** Citations in all answers. */
    citations: number
    /** Answers with at least one citation. */
    results_with_citations: number
    /** Citations in all answers / answers. */
    avg_citations_per_result: number | null
  }
  top_domains: {
    /** Registrable domain by the public suffix list. */
    domain: string
    /** Category of the source. */
    category: 'owned' | 'competitor' | 'editorial' | 'review' | 'forum' | 'social' | 'video' | 'ecommerce' | 'reference' | 'institutional' | 'other'
    /** Citations of the source; a URL listed twice counts twice. */
    total_citations: number
    /** Answers that cite the source. */
    results_citing: number
    /** Answers that cite the source / answers, in percent. */
    usage_pct: number | null
    /** Confidence interval of `usage_pct`. */
    usage_interval: Interval
    /** Answers that cite the source and mention the brand. */
    results_mentioning: number
    /** Answers that cite the source and mention the brand / answers that cite the source, in percent. */
    brand_mentioned_pct: number | null
    /** Confidence interval of `brand_mentioned_pct`. */
    brand_mentioned_interval: Interval
  }[]
  top_urls: {
    /** URL of the page. */
    url: string
    /** Title of the page; null if unknown. */
    title: string | null
    domain: string | null
    /** Category of the source. */
    category: 'owned' | 'competitor' | 'editorial' | 'review' | 'forum' | 'social' | 'video' | 'ecommerce' | 'reference' | 'institutional' | 'other'
    /** Citations of the source; a URL listed twice counts twice. */
    total_citations: number
    /** Answers that cite the source. */
    results_citing: number
    /** Answers that cite the source / answers, in percent. */
    usage_pct: number | null
    /** Confidence interval of `usage_pct`. */
    usage_interval: Interval
    /** Answers that cite the source and mention the brand. */
    results_mentioning: number
    /** Answers that cite the source and mention the brand / answers that cite the source, in percent. */
    brand_mentioned_pct: number | null
    /** Confidence interval of `brand_mentioned_pct`. */
    brand_mentioned_interval: Interval
  }[]
  source_type_breakdown: {
    /** Category of the source. */
    category: 'owned' | 'competitor' | 'editorial' | 'review' | 'forum' | 'social' | 'video' | 'ecommerce' | 'reference' | 'institutional' | 'other'
    /** Citations of sources in the category. */
    citations: number
    /** Cited domains in the category. */
    domains: number
    /** Citations in the category / all citations, in percent. */
    pct: number | null
  }[]
  /** Pass as `cursor` to get the next page of `top_domains`; `top_urls` always contains the first page. */
  next_cursor: string | null
}

export type CompetitorComparison = {
  brand: {
    /** Id of the brand. */
    id: string
    /** Name of the brand. */
    name: string
    /** Sum of the visibility scores / answers. */
    avg_visibility_score: number | null
    /** Same as `avg_visibility_score`. */
    ai_visibility_score: number | null
    /** Answers that mention the entity / answers, in percent. */
    mention_rate_pct: number | null
    /** Confidence interval of `mention_rate_pct`. */
    interval: Interval
    /** Confidence interval of `avg_visibility_score`. */
    score_interval: Interval
    /** Sum of the positions in the order of first mention / answers that mention the entity. */
    avg_position: number | null
    /** Confidence interval of `avg_position`. */
    position_interval: Interval
    /** Mentions of the entity in all answers. */
    total_mentions: number
    /** Citations of the entity's own domains. */
    total_citations: number
    /** Answers that mention the entity. */
    appearance_count: number
    /** Change of `avg_visibility_score`, in points. */
    change: Change
  }
  window: {
    /** First day; null: since the first answer. */
    date_from: string | null
    /** Last day, inclusive; null: until the last answer. */
    date_to: string | null
  }
  /** Answers in the denominator. */
  result_count: number
  competitors: {
    /** Id of the competitor. */
    competitor_id: string
    /** Name of the competitor. */
    name: string
    /** Sum of the visibility scores / answers. */
    avg_visibility_score: number | null
    /** Same as `avg_visibility_score`. */
    ai_visibility_score: number | null
    /** Answers that mention the entity / answers, in percent. */
    mention_rate_pct: number | null
    /** Confidence interval of `mention_rate_pct`. */
    interval: Interval
    /** Confidence interval of `avg_visibility_score`. */
    score_interval: Interval
    /** Sum of the positions in the order of first mention / answers that mention the entity. */
    avg_position: number | null
    /** Confidence interval of `avg_position`. */
    position_interval: Interval
    /** Mentions of the entity in all answers. */
    total_mentions: number
    /** Citations of the entity's own domains. */
    total_citations: number
    /** Answers that mention the entity. */
    appearance_count: number
    /** Change of `avg_visibility_score`, in points, adjusted for multiple comparisons. */
    change: {
      /** Value of the previous window, with the question weights of this window. */
      previous: number | null
      /** Current value minus `previous`, over the common questions. */
      delta: number | null
      /** `up` or `down` if the change is significant, otherwise why it is not. */
      state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
      /** p-value of the test; null without one. */
      p_value: number | null
      /** The test, or why the windows cannot be compared. */
      reason: string
      /** p-value adjusted for multiple comparisons: the false discovery rate (Benjamini–Hochberg) among the changes of the list that are at least as significant. */
      q_value: number | null
    }
  }[]
  share_of_voice: {
    /** Mentions of the brand / mentions of the brand and its tracked competitors, in percent. */
    overall_sov_pct: number | null
    /** Confidence interval of `overall_sov_pct`, a jackknife over prompts; null with fewer than eight prompts. */
    interval: Interval
    /** Change of `overall_sov_pct`, in percentage points. */
    change: Change
    /** Smallest change of `overall_sov_pct`, in percentage points, that is detected with 80% probability between two such windows. */
    smallest_detectable_change: number | null
    /** Mentions of the brand. */
    total_brand_mentions: number
    /** Mentions of all tracked competitors. */
    total_competitor_mentions: number
    by_platform: {
      /** Platform of the answers. */
      platform: 'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'
      /** Model that generated the answers; null if the engine does not report it. */
      model_used: string | null
      /** Mentions of the brand in these answers. */
      brand_mentions: number
      /** Mentions of all tracked competitors in these answers. */
      competitor_mentions: number
      /** Share of voice in these answers, in percent. */
      sov_pct: number | null
      /** Confidence interval of `sov_pct`. */
      interval: Interval
    }[]
  }
}

/** Confidence interval. */
export type Interval = {
  /** Lower limit. */
  low: number
  /** Upper limit. */
  high: number
  /** Confidence level. */
  level: number
  /** How the interval is computed. */
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
    /** Id of the brand. */
    id: string
    /** Name of the brand. */
    name: string
  }
  window: {
    /** First day; null: since the first answer. */
    date_from: string | null
    /** Last day, inclusive; null: until the last answer. */
    date_to: string | null
  }
  products: {
    /** Id of the product. */
    product_id: string
    /** Name of the product. */
    name: string
    /** Answers in the denominator. */
    result_count: number
    /** Answers that mention the entity / answers, in percent. */
    mention_rate_pct: number | null
    /** Confidence interval of `mention_rate_pct`. */
    interval: Interval
    /** Mentions of the entity in all answers. */
    total_mentions: number
    /** Shopping cards that show the product. */
    card_appearances: number
    by_platform: {
      /** Platform of the answers. */
      platform: 'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'
      /** Answers in the denominator. */
      result_count: number
      /** Answers that mention the entity / answers, in percent. */
      mention_rate_pct: number | null
      /** Confidence interval of `mention_rate_pct`. */
      interval: Interval
      /** Mentions of the entity in all answers. */
      total_mentions: number
      /** Shopping cards that show the product. */
      card_appearances: number
    }[]
  }[]
}

export type Prompt = {
  /** Id of the prompt. */
  id: string
  /** Id of the brand. */
  brand_id: string
  /** Text of the prompt. */
  text: string
  /** Id of the topic. */
  topic_id: string | null
  /** Name of the topic; null without one. */
  topic_name: string | null
  /** Category of the prompt. */
  category: 'comparison' | 'best' | 'how-to' | 'alternative' | 'recommendation' | 'informational' | 'branded' | 'other'
  /** Whether the prompt mentions the brand. */
  branded: boolean
  /** Country (ISO 3166-1); null without one. */
  region: string | null
  /** Language tag; null without one. */
  language: string | null
  /** Platforms that runs query; null: all of the brand's platforms. */
  platforms: ('chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode')[] | null
  /** Whether runs query the prompt. */
  is_active: boolean
  /** When the prompt was created. */
  created_at: string
}

export type PromptList = {
  prompts: Prompt[]
  /** Pass as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null
}

export type PromptPerformance = {
  brand: {
    /** Id of the brand. */
    id: string
    /** Name of the brand. */
    name: string
  }
  window: {
    /** First day; null: since the first answer. */
    date_from: string | null
    /** Last day, inclusive; null: until the last answer. */
    date_to: string | null
  }
  prompts: {
    /** Id of the prompt. */
    prompt_id: string
    /** Text of the prompt. */
    prompt_text: string
    /** Name of the topic; null without one. */
    topic_name: string | null
    /** Category of the prompt. */
    category: string
    /** Whether the prompt mentions the brand. */
    branded: boolean
    /** Answers in the denominator. */
    result_count: number
    /** Sum of the visibility scores / answers. */
    avg_visibility_score: number | null
    /** Answers that mention the entity / answers, in percent. */
    mention_rate_pct: number | null
    /** Confidence interval of `mention_rate_pct`. */
    interval: Interval
    /** Confidence interval of `avg_visibility_score`. */
    score_interval: Interval
    /** Mentions of the entity in all answers. */
    total_mentions: number
    /** Citations of the entity's own domains. */
    total_citations: number
    /** Average score of the tracked competitors; null without competitors. */
    avg_competitor_score: number | null
    /** Platform with the highest `avg_visibility_score`; null without answers. */
    best_platform: 'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode' | null
    /** Platform with the lowest `avg_visibility_score`; null without answers. */
    worst_platform: 'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode' | null
    /** Monthly search volume; null without a volume source. */
    volume: number | null
    /** Change of `avg_visibility_score`, adjusted for multiple comparisons. */
    change: {
      /** Value of the previous window, with the question weights of this window. */
      previous: number | null
      /** Current value minus `previous`, over the common questions. */
      delta: number | null
      /** `up` or `down` if the change is significant, otherwise why it is not. */
      state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
      /** p-value of the test; null without one. */
      p_value: number | null
      /** The test, or why the windows cannot be compared. */
      reason: string
      /** p-value adjusted for multiple comparisons: the false discovery rate (Benjamini–Hochberg) among the changes of the list that are at least as significant. */
      q_value: number | null
    }
  }[]
  /** Pass as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null
}

export type PromptVolumes = {
  volumes: {
    /** Id of the prompt. */
    prompt_id: string
    /** Text of the prompt. */
    prompt_text: string
    /** Search intent. */
    intent: string | null
    keywords: {
      /** Keyword derived from the prompt, or imported. */
      keyword: string
      /** Monthly search volume; null if the source does not know it. */
      volume: number | null
    }[]
    /** Monthly search volume of all keywords; null if the source knows none of them. */
    total_volume: number | null
    /** Lower end of the estimated queries to AI engines per month; null without an estimate. */
    est_ai_volume_low: number | null
    /** Upper end of that estimate. */
    est_ai_volume_high: number | null
    /** Source of the volumes. */
    source: string
    /** How the source determines them, as a sentence. */
    method: string
    /** When the volumes were fetched or imported. */
    fetched_at: string
  }[]
}

export type ScoreChange = {
  brand: {
    /** Id of the brand. */
    id: string
    /** Name of the brand. */
    name: string
  }
  window: {
    /** First day; null: since the first answer. */
    date_from: string | null
    /** Last day, inclusive; null: until the last answer. */
    date_to: string | null
  }
  previous_window: {
    /** First day; null: since the first answer. */
    date_from: string | null
    /** Last day, inclusive; null: until the last answer. */
    date_to: string | null
  } | null
  /** Change of `avg_visibility_score`, in points. */
  change: Change
  /** Compared prompts. */
  prompt_count: number
  /** The components of the score. The contributions add up to the change, except for rounding. */
  by_measure: {
    /** Component of the score. */
    measure: 'named' | 'cited' | 'position'
    /** Contribution to the change, in points. */
    contribution: number
  }[]
  /** The contributions add up to the change. */
  by_platform: {
    /** Platform of the answers. */
    platform: 'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'
    /** Contribution to the change, in points. */
    contribution: number
    /** Answers of the window to the compared questions. */
    result_count: number
    /** Change of the score of the part, in points, adjusted for multiple comparisons. */
    change: {
      /** Value of the previous window, with the question weights of this window. */
      previous: number | null
      /** Current value minus `previous`, over the common questions. */
      delta: number | null
      /** `up` or `down` if the change is significant, otherwise why it is not. */
      state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
      /** p-value of the test; null without one. */
      p_value: number | null
      /** The test, or why the windows cannot be compared. */
      reason: string
      /** p-value adjusted for multiple comparisons: the false discovery rate (Benjamini–Hochberg) among the changes of the list that are at least as significant. */
      q_value: number | null
    }
  }[]
  /** The contributions add up to the change; null groups the prompts without a topic. */
  by_topic: {
    /** Id of the topic. */
    topic_id: string | null
    /** Name of the topic; null without one. */
    topic_name: string | null
    /** Contribution to the change, in points. */
    contribution: number
    /** Answers of the window to the compared questions. */
    result_count: number
    /** Change of the score of the part, in points, adjusted for multiple comparisons. */
    change: {
      /** Value of the previous window, with the question weights of this window. */
      previous: number | null
      /** Current value minus `previous`, over the common questions. */
      delta: number | null
      /** `up` or `down` if the change is significant, otherwise why it is not. */
      state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
      /** p-value of the test; null without one. */
      p_value: number | null
      /** The test, or why the windows cannot be compared. */
      reason: string
      /** p-value adjusted for multiple comparisons: the false discovery rate (Benjamini–Hochberg) among the changes of the list that are at least as significant. */
      q_value: number | null
    }
  }[]
  /** The prompts with the largest contributions in either direction. */
  by_prompt: {
    /** Id of the prompt. */
    prompt_id: string
    /** Text of the prompt. */
    prompt_text: string
    /** Contribution to the change, in points. */
    contribution: number
    /** Answers of the window to the compared questions. */
    result_count: number
    /** Change of the score of the part, in points, adjusted for multiple comparisons. */
    change: {
      /** Value of the previous window, with the question weights of this window. */
      previous: number | null
      /** Current value minus `previous`, over the common questions. */
      delta: number | null
      /** `up` or `down` if the change is significant, otherwise why it is not. */
      state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
      /** p-value of the test; null without one. */
      p_value: number | null
      /** The test, or why the windows cannot be compared. */
      reason: string
      /** p-value adjusted for multiple comparisons: the false discovery rate (Benjamini–Hochberg) among the changes of the list that are at least as significant. */
      q_value: number | null
    }
  }[]
  /** Competitors whose own score changed in the answers to the same questions. */
  competitors: {
    /** Id of the competitor. */
    competitor_id: string
    /** Name of the competitor. */
    name: string
    change: {
      /** Value of the previous window, with the question weights of this window. */
      previous: number | null
      /** Current value minus `previous`, over the common questions. */
      delta: number | null
      /** `up` or `down` if the change is significant, otherwise why it is not. */
      state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
      /** p-value of the test; null without one. */
      p_value: number | null
      /** The test, or why the windows cannot be compared. */
      reason: string
      /** p-value adjusted for multiple comparisons: the false discovery rate (Benjamini–Hochberg) among the changes of the list that are at least as significant. */
      q_value: number | null
    }
  }[]
  /** Domains that are cited by more or fewer answers than before. Empty when more than a tenth of the answers are to different questions than before. */
  sources: {
    /** Registrable domain by the public suffix list. */
    domain: string
    /** Answers that cite the domain; 0: no longer cited. */
    results_citing: number
    /** Answers of the previous window that cite the domain; 0: newly cited. */
    previous_results_citing: number
    /** Change of the share of answers that cite the domain, in percentage points, adjusted for multiple comparisons. */
    change: {
      /** Value of the previous window, with the question weights of this window. */
      previous: number | null
      /** Current value minus `previous`, over the common questions. */
      delta: number | null
      /** `up` or `down` if the change is significant, otherwise why it is not. */
      state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
      /** p-value of the test; null without one. */
      p_value: number | null
      /** The test, or why the windows cannot be compared. */
      reason: string
      /** p-value adjusted for multiple comparisons: the false discovery rate (Benjamini–Hochberg) among the changes of the list that are at least as significant. */
      q_value: number | null
    }
  }[]
  /** Other differences between the windows. */
  circumstances: {
    /** Kind of difference between the windows. */
    kind: 'model_changed' | 'prompts_changed' | 'platforms_changed' | 'partial_run'
    /** The difference, as a sentence. */
    note: string
    /** Platform whose model changed; null for other differences. */
    platform: 'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode' | null
    /** The new model; null for other differences. */
    model_used: string | null
  }[]
}

export type ShoppingCards = {
  brand: {
    /** Id of the brand. */
    id: string
    /** Name of the brand. */
    name: string
  }
  window: {
    /** First day; null: since the first answer. */
    date_from: string | null
    /** Last day, inclusive; null: until the last answer. */
    date_to: string | null
  }
  /** Answers in the denominator. */
  result_count: number
  cards: {
    /** Id of the card. */
    id: string
    /** Title on the card. */
    product_title: string
    /** Brand on the card; null if it shows none. */
    product_brand: string | null
    /** Price; null if the card shows none. */
    price_amount: number | null
    /** Currency of the price (ISO 4217). */
    price_currency: string | null
    /** Name of the merchant. */
    merchant: string | null
    /** Domain of the merchant's page. */
    merchant_domain: string | null
    /** URL that the card links to. */
    url: string | null
    /** URL of the product image. */
    image_url: string | null
    /** Average rating on the card. */
    rating: number | null
    /** Number of reviews on the card. */
    review_count: number | null
    /** Position of the card in the answer; 1 is first. */
    position: number
    /** Platform of the answers. */
    platform: 'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'
    /** Id of the prompt. */
    prompt_id: string
    /** Country (ISO 3166-1); null without one. */
    region: string | null
    /** When the answer with the card arrived. */
    seen_at: string
    /** Whether the product belongs to the brand, a competitor or neither. */
    role: 'own' | 'competitor' | 'other'
    /** Id of the competitor that the product belongs to. */
    competitor_id: string | null
  }[]
  totals: {
    /** Shopping cards in all answers. */
    cards: number
    /** Answers with at least one of these cards. */
    results_with_cards: number
    /** Cards that show a product of the brand. */
    own_cards: number
    /** `results_with_cards` / `result_count`, in percent. */
    card_rate_pct: number | null
  }
  /** Pass as `cursor` to get the next page; null on the last page. */
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
    /** Id of the brand. */
    id: string
    /** Name of the brand. */
    name: string
  }
  window: {
    /** First day; null: since the first answer. */
    date_from: string | null
    /** Last day, inclusive; null: until the last answer. */
    date_to: string | null
  }
  topics: {
    /** Id of the topic. */
    id: string
    /** Name of the topic. */
    name: string
    /** Prompts of the topic, excluding deleted ones. */
    prompt_count: number
    /** Answers in the denominator. */
    result_count: number
    /** Sum of the visibility scores / answers. */
    avg_visibility_score: number | null
    /** Confidence interval of `avg_visibility_score`. */
    score_interval: Interval
  }[]
}

export type VisibilitySummary = {
  brand: {
    /** Id of the brand. */
    id: string
    /** Name of the brand. */
    name: string
  }
  window: {
    /** First day; null: since the first answer. */
    date_from: string | null
    /** Last day, inclusive; null: until the last answer. */
    date_to: string | null
  }
  /** Answers in the denominator. */
  result_count: number
  /** Answers to branded prompts; `branded=false` excludes them. */
  branded_result_count: number
  /** Prompts with at least one answer. */
  prompt_count: number
  /** `directional`: fewer than ten answers. `exploratory`: fewer than fifty prompts. Null: neither. */
  sample_caution: 'directional' | 'exploratory' | null
  /** Smallest change of `avg_visibility_score`, in points, that is detected with 80% probability between two such windows. */
  smallest_detectable_change: number | null
  /** Answers that mention the brand. */
  results_mentioning: number
  /** Answers that cite one of the brand's own domains. */
  results_citing: number
  /** Sum of the visibility scores / answers. */
  avg_visibility_score: number | null
  /** Answers that mention the entity / answers, in percent. */
  mention_rate_pct: number | null
  /** Answers that cite a domain of the entity / answers, in percent. */
  citation_rate_pct: number | null
  /** positive / (positive + neutral + negative) of `sentiment`, in percent. */
  positive_sentiment_pct: number | null
  /** Sum of the positions in the order of first mention / answers that mention the entity. */
  avg_position: number | null
  /** Mentions of the entity in all answers. */
  total_mentions: number
  /** Citations of the entity's own domains. */
  total_citations: number
  /** Answers that mention the brand, by sentiment. */
  sentiment: {
    /** Answers with positive sentiment toward the brand. */
    positive: number
    /** Answers with neutral sentiment toward the brand. */
    neutral: number
    /** Answers with negative sentiment toward the brand. */
    negative: number
    /** Answers that mention the brand and whose sentiment is not known. */
    unknown: number
  }
  intervals: {
    avg_visibility_score: Interval
    mention_rate_pct: Interval
    citation_rate_pct: Interval
    positive_sentiment_pct: Interval
    /** Confidence interval; null if the answers mention no competitor, because the brand is always first. */
    avg_position: Interval
  }
  /** Change of `avg_visibility_score`, in points. */
  change: Change
  changes: {
    /** Change in percentage points. */
    mention_rate_pct: Change
    /** Change in percentage points. */
    citation_rate_pct: Change
    /** Change in percentage points. */
    positive_sentiment_pct: Change
    /** Change in positions; `down` is closer to the first position. */
    avg_position: Change
  }
  by_platform: {
    /** Platform of the answers. */
    platform: 'chatgpt' | 'gemini' | 'perplexity' | 'claude' | 'grok' | 'copilot' | 'google_ai_overview' | 'google_ai_mode'
    /** Model that generated the answers; null if the engine does not report it. */
    model_used: string | null
    /** Answers in the denominator. */
    result_count: number
    /** Sum of the visibility scores / answers. */
    avg_visibility_score: number | null
    /** Answers that mention the entity / answers, in percent. */
    mention_rate_pct: number | null
    /** Confidence interval of `mention_rate_pct`. */
    interval: Interval
    /** Confidence interval of `avg_visibility_score`. */
    score_interval: Interval
  }[]
  top_competitors: {
    /** Id of the competitor. */
    competitor_id: string
    /** Name of the competitor. */
    name: string
    /** Sum of the visibility scores / answers. */
    avg_visibility_score: number | null
    /** Answers that mention the entity / answers, in percent. */
    mention_rate_pct: number | null
    /** Mentions of the entity in all answers. */
    total_mentions: number
    /** Citations of the entity's own domains. */
    total_citations: number
  }[]
}

export type VisibilityTrend = {
  brand: {
    /** Id of the brand. */
    id: string
    /** Name of the brand. */
    name: string
  }
  window: {
    /** First day; null: since the first answer. */
    date_from: string | null
    /** Last day, inclusive; null: until the last answer. */
    date_to: string | null
  }
  /** Length of a bucket. */
  granularity: 'day' | 'week'
  buckets: {
    /** The day, or the Monday of the ISO week. */
    date: string
    /** Answers in the denominator. */
    result_count: number
    /** Sum of the visibility scores / answers. */
    avg_visibility_score: number | null
    /** Same as `avg_visibility_score`. */
    ai_visibility_score: number | null
    /** Confidence interval of `avg_visibility_score`. */
    interval: Interval
    /** Answers that mention the entity / answers, in percent. */
    mention_rate_pct: number | null
    /** Mentions of the entity in all answers. */
    total_mentions: number
    /** Citations of the entity's own domains. */
    total_citations: number
    /** Average score of the tracked competitors; null without competitors. */
    avg_competitor_score: number | null
    /** Prompts with at least one answer. */
    prompt_count: number
    /** Differences from the previous bucket with answers. */
    annotations: {
      /** Kind of difference from the previous bucket. */
      kind: 'model_changed' | 'prompts_changed' | 'platforms_changed' | 'partial_run'
      /** The difference, as a sentence. */
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
