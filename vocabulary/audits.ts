/** Display labels of site audits and findings. The keys are values of the API. */

export const auditStatusLabels = {
  waiting: 'Queued',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
} as const

export const findingLabels = {
  pass: 'Passed',
  warn: 'Partial',
  fail: 'Failed',
  na: 'Not applicable',
} as const

/** How well established a check is. */
export const basisLabels = {
  A: 'Documented by engine operators or measured on large numbers of requests',
  B: 'Measured in studies, with limitations',
  C: 'Good practice, not measured',
} as const
