import { route } from '../http/route.ts'
import {
  getRetention,
  previewRetention,
  RetentionPeriods,
  RetentionPreview,
  RetentionState,
  setRetention,
} from './retention.ts'

export const retentionRoutes = {
  'GET /api/retention': route({
    access: 'manage',
    reads: 'long',
    summary: 'Get the retention periods',
    description: 'After how many days data of the organization is deleted.',
    returns: RetentionState,
    run: (ctx) => getRetention(ctx),
  }),
  'POST /api/retention/preview': route({
    access: 'manage',
    reads: 'long',
    summary: 'Preview retention periods',
    description: 'Counts what these periods would delete now, and what stays in metrics. Changes nothing.',
    body: RetentionPeriods,
    returns: RetentionPreview,
    run: (ctx, { body }) => previewRetention(ctx, body),
  }),
  'PUT /api/retention': route({
    access: 'own',
    reads: 'long',
    summary: 'Set the retention periods',
    description:
      'A daily job deletes data that is older, which cannot be undone. Metrics do not change. The audit log records what each run deletes.',
    body: RetentionPeriods,
    returns: RetentionState,
    run: async (ctx, { body }) => {
      await setRetention(ctx, body)
      return getRetention(ctx)
    },
  }),
}
