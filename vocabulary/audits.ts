export const auditStatuses = ['waiting', 'running', 'completed', 'failed'] as const

export const findingStatuses = ['pass', 'warn', 'fail', 'na'] as const

/** How well established a check is. */
export const bases = ['A', 'B', 'C'] as const
