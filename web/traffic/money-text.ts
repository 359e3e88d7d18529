import { currentLocale } from '../../vocabulary/language.ts'

/** An amount in its own currency. The API accepts any three letters, which is the form that the browser requires. */
export const moneyText = (value: number, currency: string): string =>
  new Intl.NumberFormat(currentLocale(), { style: 'currency', currency }).format(value)
