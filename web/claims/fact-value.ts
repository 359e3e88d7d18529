import { t } from '../../vocabulary/texts.ts'
import type { Fact } from './queries.ts'

export const showValue = (value: Fact['value']): string =>
  typeof value === 'boolean' ? t(value ? 'claims.form.yes' : 'claims.form.no') : String(value)
