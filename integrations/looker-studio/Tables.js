/**
 * What a report can be made of: each table is a list in an answer of the service, and its fields.
 *
 * Looker Studio adds rows up again for every chart, and a mean of means would be a wrong number. So rows carry counts
 * and sums, and every rate or score is a formula over them: what a chart shows for a month is what the service says of
 * that month.
 */
function tables() {
  return [
    {
      id: 'trend',
      label: 'Visibility, day by day',
      path: '/api/v1/visibility-trend',
      rows: (answer) => answer.buckets,
      fields: [
        dimension('date', 'Date', 'YEAR_MONTH_DAY', ({ date }) => date.replaceAll('-', '')),
        ...scored(),
        sum('mentions', 'Mentions', ({ total_mentions }) => total_mentions),
        sum('citations', 'Citations of own domains', ({ total_citations }) => total_citations),
        ...rivals(),
        {
          ...metric('score_low', 'Visibility score, from', ({ interval }) => interval?.low),
          aggregation: 'MIN',
          about: 'Lower end of the 95 % interval of a day; of several days the lowest.',
        },
        {
          ...metric('score_high', 'Visibility score, to', ({ interval }) => interval?.high),
          aggregation: 'MAX',
          about: 'Upper end of the 95 % interval of a day; of several days the highest.',
        },
        simulated(),
      ],
    },
    {
      id: 'share_of_voice',
      label: 'Share of voice, by name',
      path: '/api/v1/competitor-comparison',
      rows: ({ brand, competitors, result_count, share_of_voice }) =>
        [{ ...brand, role: 'Brand' }, ...competitors.map((each) => ({ ...each, role: 'Competitor' }))].map(
          (each) => ({
            ...each,
            result_count,
            all_mentions: share_of_voice.total_brand_mentions + share_of_voice.total_competitor_mentions,
          }),
        ),
      fields: [
        dimension('name', 'Name', 'TEXT', ({ name }) => name),
        dimension('role', 'Brand or competitor', 'TEXT', ({ role }) => role),
        sum('mentions', 'Mentions', ({ total_mentions }) => total_mentions),
        sum('citations', 'Citations of its domains', ({ total_citations }) => total_citations),
        sum('answers_naming', 'Answers that name it', ({ appearance_count }) => appearance_count),
        most('answers', 'Answers', ({ result_count }) => result_count),
        hidden(most('all_mentions', 'Mentions of all names', ({ all_mentions }) => all_mentions)),
        formula('share_of_voice', 'Share of voice', 'PERCENT', 'SUM($mentions) / MAX($all_mentions)'),
        {
          ...metric(
            'visibility_score',
            'Visibility score',
            ({ avg_visibility_score }) => avg_visibility_score,
          ),
          aggregation: 'AVG',
          about: 'Of one name; of several the mean of theirs.',
        },
        simulated(),
      ],
    },
    {
      id: 'share_of_voice_by_platform',
      label: 'Share of voice, by platform',
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
        ...cited(),
        simulated(),
      ],
    },
    {
      id: 'cited_pages',
      label: 'Cited pages, the first 500',
      path: '/api/v1/citations',
      parameters: { limit: 500 },
      rows: ({ top_urls }) => top_urls,
      fields: [
        dimension('url', 'Page', 'URL', ({ url }) => url),
        dimension('title', 'Title', 'TEXT', ({ title }) => title),
        dimension('domain', 'Domain', 'TEXT', ({ domain }) => domain),
        dimension('category', 'Category', 'TEXT', ({ category }) => category),
        ...cited(),
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
        dimension('branded', 'Names the brand', 'BOOLEAN', ({ branded }) => branded),
        ...scored(),
        sum('mentions', 'Mentions', ({ total_mentions }) => total_mentions),
        sum('citations', 'Citations of own domains', ({ total_citations }) => total_citations),
        ...rivals(),
        simulated(),
      ],
    },
    ...visits(),
  ]
}

/** Visits have no formula: they are counts, one list for each way to take them apart. */
function visits() {
  const path = '/api/v1/ai-traffic'
  const count = sum('visits', 'Visits', ({ visits }) => visits)
  return [
    {
      id: 'visits',
      label: 'Visits from AI platforms, day by day',
      path,
      rows: ({ daily }) => daily,
      fields: [dimension('date', 'Date', 'YEAR_MONTH_DAY', ({ date }) => date.replaceAll('-', '')), count],
    },
    {
      id: 'visits_by_platform',
      label: 'Visits, by platform',
      path,
      rows: ({ platform_breakdown }) => platform_breakdown,
      fields: [dimension('platform', 'Platform', 'TEXT', ({ platform }) => platform), count],
    },
    {
      id: 'visits_by_page',
      label: 'Visits, by page: the first 500',
      path,
      parameters: { limit: 500 },
      rows: ({ top_pages }) => top_pages,
      fields: [
        dimension('page', 'Page', 'TEXT', ({ url }) => url),
        count,
        sum('citations', 'Citations', ({ citations }) => citations),
      ],
    },
    {
      id: 'visits_by_country',
      label: 'Visits, by country',
      path,
      rows: ({ country_breakdown }) => country_breakdown,
      fields: [dimension('country', 'Country', 'COUNTRY_CODE', ({ country }) => country), count],
    },
  ]
}

/** The brand's own score and mention rate, out of what they are means of. */
function scored() {
  return [
    sum('answers', 'Answers', ({ result_count }) => result_count),
    sum('answers_naming', 'Answers that name the brand', ({ mention_rate_pct, result_count }) =>
      Math.round(((mention_rate_pct ?? 0) * result_count) / 100),
    ),
    hidden(sum('score_points', 'Score points', (row) => (row.avg_visibility_score ?? 0) * row.result_count)),
    formula('visibility_score', 'Visibility score', 'NUMBER', 'SUM($score_points) / SUM($answers)'),
    formula('mention_rate', 'Mention rate', 'PERCENT', 'SUM($answers_naming) / SUM($answers)'),
  ]
}

/** Without competitors there is no score of theirs, which is not a score of 0. */
function rivals() {
  const answersOf = (row) => (row.avg_competitor_score === null ? 0 : row.result_count)
  return [
    hidden(
      sum(
        'competitor_points',
        'Points of competitors',
        (row) => (row.avg_competitor_score ?? 0) * answersOf(row),
      ),
    ),
    hidden(sum('competitor_answers', 'Answers with competitors', answersOf)),
    formula(
      'competitor_score',
      'Visibility score of competitors',
      'NUMBER',
      'SUM($competitor_points) / SUM($competitor_answers)',
    ),
  ]
}

function cited() {
  return [
    sum('citations', 'Citations', ({ total_citations }) => total_citations),
    {
      ...most('answers_citing', 'Answers that cite it', ({ results_citing }) => results_citing),
      about: 'Of one source: several can stand in the same answer, so theirs are not added up.',
    },
    {
      ...most('share_of_answers', 'Share of answers', ({ usage_pct }) => usage_pct / 100),
      type: 'PERCENT',
      about: 'Answers that cite it / answers. Of several sources the highest.',
    },
  ]
}

const simulated = () => ({
  ...dimension('simulated', 'Simulated', 'BOOLEAN', (_row, answer) => answer.simulated),
  about: "True: answers of the built-in simulator are among these, no real engine's words.",
})

/** `read` takes a row and the whole answer it stands in. */
const dimension = (id, label, type, read) => ({ id, label, type, read, isDimension: true })
const metric = (id, label, read) => ({ id, label, type: 'NUMBER', read, isDimension: false })
const sum = (id, label, read) => ({ ...metric(id, label, read), aggregation: 'SUM' })
/** The same in every row, or not to be added up. */
const most = (id, label, read) => ({ ...metric(id, label, read), aggregation: 'MAX' })
const hidden = (field) => ({ ...field, isHidden: true })
const formula = (id, label, type, text) => ({
  id,
  label,
  type,
  formula: text,
  aggregation: 'AUTO',
  isDimension: false,
})
