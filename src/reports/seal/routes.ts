/** Routes of sealed reports, and of the key that verifies them. */
import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { Uuid } from '../../core/ids.ts'
import { authenticatedContext } from '../../http/call-route.ts'
import { raw, route } from '../../http/route.ts'
import { message } from '../../languages/message.ts'
import { getReport } from '../reports.ts'
import { sealReport } from './seal-report.ts'
import { computeFingerprint, getPublicKey } from './signing-key.ts'

const Params = z.object({ report: Uuid })

export const sealRoutes = {
  'GET /api/reports/:report/sealed': raw({
    access: 'read',
    reads: 'long',
    summary: 'Download a sealed report',
    description:
      'The snapshot of a published report with the answers behind it, their hashes and a signature. `ansight verify` reads it and recomputes the numbers.',
    params: { report: z.string().describe('Id of the report.') },
    returns: { 'application/zstd': 'A tar archive, compressed with zstd.' },
    errors: ['not_found', 'conflict'],
    run: async (base, { method, params }, reply) => {
      const ctx = authenticatedContext(base)
      const id = Params.safeParse(params)
      if (!id.success) throw notFound(message('reports.general.noSuchReport'))
      const report = await getReport(ctx, id.data.report)
      reply
        .type('application/zstd')
        .header(
          'Content-Disposition',
          `attachment; filename="report-${report.snapshot_sha256.slice(0, 8)}.tar.zst"`,
        )
        .header('Cache-Control', 'no-store')
      return reply.send(method === 'HEAD' ? undefined : await sealReport(ctx, report))
    },
  }),

  'GET /.well-known/report-key.json': route({
    access: 'none',
    summary: 'Get the key of sealed reports',
    description: 'The public key that signs the sealed reports of this installation, and its fingerprint.',
    returns: z.object({
      public_key: z.string().describe('Ed25519 public key in PEM.'),
      fingerprint: z.string().describe('SHA-256 of its DER, in hexadecimal.'),
    }),
    run: async ({ secretKey }) => {
      const publicKey = getPublicKey(secretKey)
      return { public_key: publicKey, fingerprint: computeFingerprint(publicKey) }
    },
  }),
}
