/** Schemas of the platforms in a request. */
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'

export const Platform = z.enum(platforms, { error: `must be one of ${platforms.join(', ')}` })

export const Platforms = z.array(Platform).min(1).max(platforms.length)
