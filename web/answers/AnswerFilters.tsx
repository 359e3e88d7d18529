import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { sentiments } from '../../vocabulary/labels.ts'
import { t } from '../../vocabulary/texts.ts'
import { Choice, useFilterChoice } from '../brands/FilterBar.tsx'
import { competitorsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { answerSearch } from './search.ts'

/** The filters of the list of answers that have a control. */
export function AnswerFilters() {
  const search = answerSearch(useSearch({ from: '/dashboard/brands/$slug/answers' }))
  const { slug } = useBrand()
  const choose = useFilterChoice()
  const { data: competitors } = useQuery(competitorsQuery(slug))
  return (
    <>
      <Choice
        label={t('answers.filters.mentioned')}
        value={search.named}
        every={t('answers.filters.mentionedAny')}
        options={[
          ['yes', t('answers.filters.mentionedYes')],
          ['no', t('answers.filters.mentionedNo')],
        ]}
        onChoose={(named) => choose({ named })}
      />
      <Choice
        label={t('answers.filters.sentiment')}
        value={search.sentiment}
        every={t('answers.filters.sentimentAny')}
        options={sentiments.map((each) => [each, t(`labels.sentiment.${each}`)] as const)}
        onChoose={(sentiment) => choose({ sentiment })}
      />
      {competitors?.items.length !== 0 && (
        <Choice
          label={t('answers.filters.competitor')}
          value={search.competitor}
          every={t('answers.filters.competitorAny')}
          options={(competitors?.items ?? []).map(({ id, name }) => [
            id,
            t('answers.filters.mentions', { name }),
          ])}
          onChoose={(competitor) => choose({ competitor })}
        />
      )}
      <Choice
        label={t('answers.filters.status')}
        value={search.status}
        every={t('labels.answerStatus.answered')}
        options={[
          ['failed', t('labels.answerStatus.failed')],
          ['refused', t('labels.answerStatus.refused')],
          ['empty', t('labels.answerStatus.empty')],
          ['any', t('answers.filters.statusAny')],
        ]}
        onChoose={(status) => choose({ status })}
      />
    </>
  )
}
