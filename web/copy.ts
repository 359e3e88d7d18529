/** The texts of the API client. Every feature has its own `copy.ts`. */
import { translated } from '../vocabulary/language.ts'

export const copy = translated('client', {
  api: {
    unreachable: 'Cannot reach the server. Check that it is running, then try again.',
    serverError: (status: number) => `Something went wrong on the server (${status}). Try again later.`,
  },
})
