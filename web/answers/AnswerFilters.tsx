import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { answerStatusLabels, sentimentLabels } from '../../vocabulary/labels.ts'
import { Choice, useFilterChoice } from '../brands/FilterBar.tsx'
import { competitorsOf } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { copy } from './copy.ts'
import { answerSearch } from './search.ts'

/** The filters of the list of answers that have a control. */
export function AnswerFilters() {
  const search = answerSearch(useSearch({ from: '/dashboard/brands/$slug/answers' }))
  const { slug } = useBrand()
  const choose = useFilterChoice()
  const { data: competitors } = useQuery(competitorsOf(slug))
  return (
    <>
      <Choice
        label={copy.filters.mentioned}
        value={search.named}
        every={copy.filters.mentionedAny}
        options={[
          ['yes', copy.filters.mentionedYes],
          ['no', copy.filters.mentionedNo],
        ]}
        onChoose={(named) => choose({ named })}
      />
      <Choice
        label={copy.filters.sentiment}
        value={search.sentiment}
        every={copy.filters.sentimentAny}
        options={Object.entries(sentimentLabels)}
        onChoose={(sentiment) => choose({ sentiment })}
      />
      {competitors?.items.length !== 0 && (
        <Choice
          label={copy.filters.competitor}
          value={search.competitor}
          every={copy.filters.competitorAny}
          options={(competitors?.items ?? []).map(({ id, name }) => [id, copy.filters.mentions(name)])}
          onChoose={(competitor) => choose({ competitor })}
        />
      )}
      <Choice
        label={copy.filters.status}
        value={search.status}
        every={answerStatusLabels.answered}
        options={[
          ['failed', answerStatusLabels.failed],
          ['refused', answerStatusLabels.refused],
          ['empty', answerStatusLabels.empty],
          ['any', copy.filters.statusAny],
        ]}
        onChoose={(status) => choose({ status })}
      />
    </>
  )
}
