/** What `ansight start` prints when the service is ready. */
import { findSetupCode } from '../accounts/setup-code.ts'
import { hasUsers } from '../accounts/users.ts'
import type { AppContext } from '../core/context.ts'
import { listAnswerSources } from '../engines/answer-sources.ts'

export async function welcomeMessage({ app, url }: { app: AppContext; url: string }): Promise<string> {
  if (app.config.ROLE === 'worker') return 'Ansight is running as a worker and serves no HTTP requests.\n'
  const setupCode = await findSetupCode(app)
  return [
    '',
    `  Ansight is ready at ${url}`,
    '',
    (await hasUsers(app))
      ? '  Open it in a browser and sign in.'
      : '  Open it in a browser; the first sign-up becomes the owner.',
    ...(setupCode === null ? [] : [`  The first sign-up needs this setup code: ${setupCode}`]),
    ...listAnswerSources(app.config).map((line) => `  ${line}`),
    `  API reference: ${url}/docs`,
    '  Stop with Ctrl-C.',
    '',
    '',
  ].join('\n')
}
