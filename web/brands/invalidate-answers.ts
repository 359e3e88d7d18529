import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getKeys } from '../../vocabulary/typed-keys.ts'
import { type AnswerAddress, invalidate } from '../api.ts'

/** Complete by its type: a route that declares `invalidatedBy: 'answers'` and is missing here does not compile. */
const dependsOnAnswers = {
  'GET /api/actions': true,
  'GET /api/answers': true,
  'GET /api/answers/:id': true,
  'GET /api/answers/:id/claims': true,
  'GET /api/answers/:id/conversation': true,
  'GET /api/brands/:brand/actions/:id': true,
  'GET /api/brands/:brand/actions/proposals': true,
  'GET /api/brands/:brand/alerts': true,
  'GET /api/brands/:brand/alerts/:id': true,
  'GET /api/brands/:brand/candidates': true,
  'GET /api/brands/:brand/prompt-cost': true,
  'GET /api/brands/:brand/sampling-plan': true,
  'GET /api/brands/:brand/unchanging-prompts': true,
  'GET /api/content': true,
  'GET /api/content/:id': true,
  'GET /api/content/counts': true,
  'GET /api/engine-checks': true,
  'GET /api/engine-keys': true,
  'GET /api/engine-models': true,
  'GET /api/engine-reliability': true,
  'GET /api/metrics/ai-traffic': true,
  'GET /api/metrics/calibration': true,
  'GET /api/metrics/citations': true,
  'GET /api/metrics/cited-page': true,
  'GET /api/metrics/cited-pages': true,
  'GET /api/metrics/claim-detail': true,
  'GET /api/metrics/claims': true,
  'GET /api/metrics/competitor-comparison': true,
  'GET /api/metrics/competitor-detail': true,
  'GET /api/metrics/funnel': true,
  'GET /api/metrics/funnel-page': true,
  'GET /api/metrics/product-visibility': true,
  'GET /api/metrics/prompt-candidates': true,
  'GET /api/metrics/prompt-coverage': true,
  'GET /api/metrics/prompt-detail': true,
  'GET /api/metrics/prompt-groups': true,
  'GET /api/metrics/prompt-leaders': true,
  'GET /api/metrics/prompt-performance': true,
  'GET /api/metrics/prompt-searches': true,
  'GET /api/metrics/prompt-stability': true,
  'GET /api/metrics/prompt-stability/by-platform': true,
  'GET /api/metrics/prompt-table': true,
  'GET /api/metrics/prompt-trends': true,
  'GET /api/metrics/score-change': true,
  'GET /api/metrics/search-detail': true,
  'GET /api/metrics/searches': true,
  'GET /api/metrics/sentiment': true,
  'GET /api/metrics/sentiment-themes': true,
  'GET /api/metrics/shopping-cards': true,
  'GET /api/metrics/source-changes': true,
  'GET /api/metrics/source-detail': true,
  'GET /api/metrics/source-targets': true,
  'GET /api/metrics/topics': true,
  'GET /api/metrics/visibility-summary': true,
  'GET /api/metrics/visibility-trend': true,
  'GET /api/portfolio': true,
  'GET /api/runs': true,
  'GET /api/runs/:run': true,
  'GET /api/sentiment-method': true,
  'GET /api/claims-method': true,
  'GET /api/spend': true,
  'GET /api/tracking/results': true,
} satisfies Record<AnswerAddress, true>

/** Every query whose response is computed from answers. */
export const answerAddresses = getKeys(dependsOnAnswers)

export const invalidateAnswers = (queryClient: QueryClient): Promise<void> =>
  invalidate(queryClient, ...answerAddresses)

/** Invalidates them when `isRunning` becomes false or the component unmounts: a run or reanalysis changed the answers. */
export function useInvalidateAfter(isRunning: boolean): void {
  const queryClient = useQueryClient()
  useEffect(
    () => (isRunning ? () => void invalidateAnswers(queryClient) : undefined),
    [isRunning, queryClient],
  )
}
