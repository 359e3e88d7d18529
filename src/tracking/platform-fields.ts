/** Schemas of the platforms in a request. */
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'

export const PlatformParameter = z.enum(platforms, {
  error: localizedIssue(message('common.texts.mustBeOneOfNames', { names: platforms.join(', ') })),
})

export const Platforms = z.array(PlatformParameter).min(1).max(platforms.length)
