import { t } from '../../vocabulary/texts.ts'
import { moneyText } from '../traffic/money-text.ts'

type Cost = { cost: number | null; currency: string | null; hours: number | null }

/** The amount and the hours that are known, such as “€300.00” and “5 hours”. */
export const listCosts = ({ cost, currency, hours }: Cost): string[] => [
  ...(cost !== null && currency !== null ? [moneyText(cost, currency)] : []),
  ...(hours !== null && hours > 0 ? [t('actions.hours', { hours })] : []),
]
