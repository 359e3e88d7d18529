/**
 * Returns the tables of the connector. The rows of a table are a list in a response of the API.
 *
 * Looker Studio aggregates rows again for every chart, and a mean of means would be wrong. Rows therefore contain counts and
 * sums, and every rate or score is a formula over them, so that a chart over any period shows the value of the API.
 */
function tables() {
  return [
    {
      id: 'trend',
      label: 'Visibility by day',
      path: '/api/v1/visibility-trend',
      rows: ({ buckets }) => buckets,
      fields: [
        dimension('date', 'Date', 'YEAR_MONTH_DAY', ({ date }) => date.replaceAll('-', '')),
        ...scoreFields(),
        sum('mentions', 'Mentions', ({ total_mentions }) => total_mentions),
        sum('citations', 'Citations of own domains', ({ total_citations }) => total_citations),
        ...competitorFields(),
        {
          ...metric('score_low', 'Visibility score (lower bound)', ({ interval }) => interval?.low),
          aggregation: 'MIN',
          about: 'The lower bound of the 95% confidence interval of a day; over several days, the lowest.',
        },
        {
          ...metric('score_high', 'Visibility score (upper bound)', ({ interval }) => interval?.high),
          aggregation: 'MAX',
          about: 'The upper bound of the 95% confidence interval of a day; over several days, the highest.',
        },
        simulated(),
      ],
    },
    {
      id: 'share_of_voice',
      label: 'Share of voice by brand',
      path: '/api/v1/competitor-comparison',
      rows: ({ brand, competitors, result_count, share_of_voice }) =>
        [{ ...brand, role: 'Brand' }, ...competitors.map((each) => ({ ...each, role: 'Competitor' }))].map(
          (each) => ({
            ...each,
            result_count,
            // Without competitors there is no share of voice.
            all_mentions:
              competitors.length === 0
                ? null
                : share_of_voice.total_brand_mentions + share_of_voice.total_competitor_mentions,
          }),
        ),
      fields: [
        dimension('name', 'Name', 'TEXT', ({ name }) => name),
        dimension('role', 'Brand or competitor', 'TEXT', ({ role }) => role),
        sum('mentions', 'Mentions', ({ total_mentions }) => total_mentions),
        sum('citations', 'Citations of its domains', ({ total_citations }) => total_citations),
        sum('answers_naming', 'Answers with mention', ({ appearance_count }) => appearance_count),
        max('answers', 'Answers', ({ result_count }) => result_count),
        hidden(max('all_mentions', 'Mentions of all brands', ({ all_mentions }) => all_mentions)),
        formula('share_of_voice', 'Share of voice', 'PERCENT', 'SUM($mentions) / MAX($all_mentions)'),
        {
          ...metric(
            'visibility_score',
            'Visibility score',
            ({ avg_visibility_score }) => avg_visibility_score,
          ),
          aggregation: 'AVG',
          about: 'The score of one brand; for several brands, the mean of their scores.',
        },
        simulated(),
      ],
    },
    {
      id: 'share_of_voice_by_platform',
      label: 'Share of voice by platform',
      path: '/api/v1/competitor-comparison',
      rows: ({ share_of_voice }) => share_of_voice.by_platform,
      fields: [
        dimension('platform', 'Platform', 'TEXT', ({ platform }) => platform),
        dimension('model', 'Model', 'TEXT', ({ model_used }) => model_used),
        sum('brand_mentions', 'Mentions of the brand', ({ brand_mentions }) => brand_mentions),
        sum(
          'competitor_mentions',
          'Mentions of competitors',
          ({ competitor_mentions }) => competitor_mentions,
        ),
        formula(
          'share_of_voice',
          'Share of voice',
          'PERCENT',
          'SUM($brand_mentions) / (SUM($brand_mentions) + SUM($competitor_mentions))',
        ),
        simulated(),
      ],
    },
    {
      id: 'cited_domains',
      label: 'Cited domains',
      path: '/api/v1/citations',
      isPaged: true,
      rows: ({ top_domains }) => top_domains,
      fields: [
        dimension('domain', 'Domain', 'TEXT', ({ domain }) => domain),
        dimension('category', 'Category', 'TEXT', ({ category }) => category),
        ...citationFields(),
        simulated(),
      ],
    },
    {
      id: 'cited_pages',
      label: 'Cited pages (top 500)',
      path: '/api/v1/citations',
      parameters: { limit: 500 },
      rows: ({ top_urls }) => top_urls,
      fields: [
        dimension('url', 'Page', 'URL', ({ url }) => url),
        dimension('title', 'Title', 'TEXT', ({ title }) => title),
        dimension('domain', 'Domain', 'TEXT', ({ domain }) => domain),
        dimension('category', 'Category', 'TEXT', ({ category }) => category),
        ...citationFields(),
        simulated(),
      ],
    },
    {
      id: 'prompts',
      label: 'Prompts',
      path: '/api/v1/prompt-performance',
      isPaged: true,
      rows: ({ prompts }) => prompts,
      fields: [
        dimension('prompt', 'Prompt', 'TEXT', ({ prompt_text }) => prompt_text),
        dimension('topic', 'Topic', 'TEXT', ({ topic_name }) => topic_name),
        dimension('category', 'Category', 'TEXT', ({ category }) => category),
        dimension('branded', 'Branded', 'BOOLEAN', ({ branded }) => branded),
        ...scoreFields(),
        sum('mentions', 'Mentions', ({ total_mentions }) => total_mentions),
        sum('citations', 'Citations of own domains', ({ total_citations }) => total_citations),
        ...competitorFields(),
        simulated(),
      ],
    },
    ...visitTables(),
  ]
}

/** Returns the tables of visits, one for each breakdown. Visits are counts, so they need no formula. */
function visitTables() {
  const path = '/api/v1/ai-traffic'
  // A visit has no prompt: the service rejects the filter.
  const parameters = { branded: undefined }
  const count = sum('visits', 'Visits', ({ visits }) => visits)
  return [
    {
      id: 'visits',
      label: 'Visits from AI platforms by day',
      path,
      parameters,
      rows: ({ daily }) => daily,
      fields: [dimension('date', 'Date', 'YEAR_MONTH_DAY', ({ date }) => date.replaceAll('-', '')), count],
    },
    {
      id: 'visits_by_platform',
      label: 'Visits by platform',
      path,
      parameters,
      rows: ({ platform_breakdown }) => platform_breakdown,
      fields: [dimension('platform', 'Platform', 'TEXT', ({ platform }) => platform), count],
    },
    {
      id: 'visits_by_page',
      label: 'Visits by page (top 500)',
      path,
      parameters: { ...parameters, limit: 500 },
      rows: ({ top_pages }) => top_pages,
      fields: [
        dimension('page', 'Page', 'TEXT', ({ url }) => url),
        count,
        sum('citations', 'Citations', ({ citations }) => citations),
      ],
    },
    {
      id: 'visits_by_country',
      label: 'Visits by country',
      path,
      parameters,
      rows: ({ country_breakdown }) => country_breakdown,
      fields: [dimension('country', 'Country', 'COUNTRY_CODE', ({ country }) => country), count],
    },
  ]
}

/** The brand's visibility score and mention rate, with the sums that they are computed from. */
function scoreFields() {
  return [
    sum('answers', 'Answers', ({ result_count }) => result_count),
    sum('answers_naming', 'Answers with mention', ({ mention_rate_pct, result_count }) =>
      Math.round(((mention_rate_pct ?? 0) * result_count) / 100),
    ),
    hidden(sum('score_points', 'Score points', (row) => (row.avg_visibility_score ?? 0) * row.result_count)),
    formula('visibility_score', 'Visibility score', 'NUMBER', 'SUM($score_points) / SUM($answers)'),
    formula('mention_rate', 'Mention rate', 'PERCENT', 'SUM($answers_naming) / SUM($answers)'),
  ]
}

/** The competitors' score. Rows without competitors have no score, which differs from a score of 0. */
function competitorFields() {
  const comparedAnswers = (row) => (row.avg_competitor_score === null ? 0 : row.result_count)
  return [
    hidden(
      sum(
        'competitor_points',
        'Competitor score points',
        (row) => (row.avg_competitor_score ?? 0) * comparedAnswers(row),
      ),
    ),
    hidden(sum('competitor_answers', 'Answers compared with competitors', comparedAnswers)),
    formula(
      'competitor_score',
      'Competitor visibility score',
      'NUMBER',
      'SUM($competitor_points) / SUM($competitor_answers)',
    ),
  ]
}

function citationFields() {
  return [
    sum('citations', 'Citations', ({ total_citations }) => total_citations),
    {
      ...max('answers_citing', 'Citing answers', ({ results_citing }) => results_citing),
      about: 'The number for one source. It is not summed over sources, because an answer can cite several.',
    },
    {
      ...max('share_of_answers', 'Share of answers', ({ usage_pct }) => usage_pct / 100),
      type: 'PERCENT',
      about: 'Citing answers divided by all answers; for several sources, the highest.',
    },
  ]
}

const simulated = () => ({
  ...dimension('simulated', 'Simulated', 'BOOLEAN', (_row, response) => response.simulated),
  about: 'True if the counted answers include answers of the built-in simulator.',
})

/** `read` receives a row and the response that contains it. */
const dimension = (id, label, type, read) => ({ id, label, type, read, isDimension: true })
const metric = (id, label, read) => ({ id, label, type: 'NUMBER', read, isDimension: false })
const sum = (id, label, read) => ({ ...metric(id, label, read), aggregation: 'SUM' })
/** A metric that is the same in every row, or that must not be summed. */
const max = (id, label, read) => ({ ...metric(id, label, read), aggregation: 'MAX' })
const hidden = (field) => ({ ...field, isHidden: true })
const formula = (id, label, type, text) => ({
  id,
  label,
  type,
  formula: text,
  aggregation: 'AUTO',
  isDimension: false,
})
