/** Schemas of account fields. */
import { z } from 'zod'
import { passwordMinLength } from '../../vocabulary/password-length.ts'
import { Uuid } from '../core/ids.ts'

/** Addresses are stored and compared in lower case. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email('must be an email address'))

export const Password = z
  .string()
  .min(passwordMinLength, `must have at least ${passwordMinLength} characters`)
  .max(128, 'must have at most 128 characters')

export const Role = z.enum(['owner', 'admin', 'member', 'viewer'])

/** Null means every brand, present and future. */
export const BrandIds = z.array(Uuid).max(1000).nullable()
