/** What site audits and their findings are called in front of people. The keys are the words of the API. */

export const auditStatusLabels = {
  waiting: 'Waiting to start',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
} as const

export const findingLabels = {
  pass: 'Holds',
  warn: 'Holds in part',
  fail: 'Does not hold',
  na: 'Does not apply',
} as const

/** How much is known of a check. */
export const basisLabels = {
  A: 'Documented by the operators of engines, or measured on large numbers of requests',
  B: 'Measured in studies, with limits',
  C: 'Good practice that nobody has measured',
} as const
