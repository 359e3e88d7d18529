import { z } from 'zod'
import { brandInPath } from '../../brands/brands.ts'
import { route } from '../../http/route.ts'
import { requestVolumes } from './fetch-volumes.ts'
import { importVolumes, VolumeImport } from './import-volumes.ts'

export const volumeRoutes = {
  'POST /api/brands/:brand/volumes/fetch': route({
    ...brandInPath,
    access: 'write',
    scope: 'run',
    summary: 'Fetch search volumes of prompts',
    description:
      'Starts a job that requests volumes from DataForSEO, which charges for them. The result of the job contains the cost. Responds with 503 `not_configured` if DATAFORSEO_LOGIN or DATAFORSEO_PASSWORD is not set.',
    errors: ['conflict', 'plan_limit', 'run_cap'],
    returns: z.object({ job_id: z.uuid() }),
    status: 202,
    run: async (ctx, { found }) => ({ job_id: await requestVolumes(ctx, found.brand) }),
  }),

  'POST /api/brands/:brand/volumes/import': route({
    ...brandInPath,
    access: 'write',
    summary: 'Import search volumes of prompts',
    description:
      'CSV with a header line: `keyword`, `volume` (searches per month), `prompt` (its text) or `prompt_id`, and optionally `ai_volume_low`, `ai_volume_high`, `intent` and `source`. A prompt with several keywords has several lines.',
    body: z.string(),
    maxBodyBytes: 5 * 1024 * 1024,
    accepts: ['text/csv'],
    returns: VolumeImport,
    run: (ctx, { found, body }) => importVolumes(ctx, found.brand, body),
  }),
}
