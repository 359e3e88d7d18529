import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { platformLabels, platforms } from '../../../vocabulary/platforms.ts'
import { t } from '../../../vocabulary/texts.ts'
import { AnswerExcerpt } from '../../answers/AnswerExcerpt.tsx'
import { read } from '../../api.ts'
import { Choice } from '../../brands/FilterBar.tsx'
import { withoutPromptFilters } from '../../brands/filter.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Bar } from '../../ui/page/Skeleton.tsx'
import type { PromptDetail } from './prompt-detail.ts'

/** The newest answer to the prompt, of all platforms or of one. */
export function LatestAnswer({ detail: { prompt_id, by_platform } }: { detail: PromptDetail }) {
  const { query } = useBrand()
  const [platform, setPlatform] = useState('')
  const { compare: _, ...window } = withoutPromptFilters(query)
  const answered = by_platform.filter(({ result_count }) => result_count > 0)
  const newest = useQuery(
    read('GET /api/answers', { query: { ...window, prompt_id, limit: 1, ...(platform && { platform }) } }),
  )
  const id = newest.data?.items[0]?.id
  return (
    <Card
      title={t('promptDetail.latest.title')}
      actions={
        answered.length > 1 && (
          <Choice
            isCompact
            label={t('promptDetail.latest.platform')}
            value={platforms.find((each) => each === platform)}
            every={t('brands.filters.allPlatforms')}
            options={answered.map((each) => [each.platform, platformLabels[each.platform]] as const)}
            onChoose={setPlatform}
          />
        )
      }
    >
      <div className="px-4 pb-4">
        {newest.isPending && <Bar className="h-40 rounded-lg" />}
        {id !== undefined && <AnswerExcerpt isTitleHidden title={t('promptDetail.latest.title')} id={id} />}
      </div>
    </Card>
  )
}
