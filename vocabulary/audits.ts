/** Display labels of site audits and findings. The keys are values of the API. */
import { translated } from './language.ts'

export const auditStatusLabels = translated('auditStatusLabels', {
  waiting: 'Queued',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
})

export const findingLabels = translated('findingLabels', {
  pass: 'Passed',
  warn: 'Partial',
  fail: 'Failed',
  na: 'Not applicable',
})

/** How well established a check is. */
export const basisLabels = translated('basisLabels', {
  A: 'Documented by engine operators or measured on large numbers of requests',
  B: 'Measured in studies, with limitations',
  C: 'Good practice, not measured',
})
