/** Messages of failed jobs name settings for the operator. Customers of a cloud deployment cannot change those. */
import type { Config } from '../core/config.ts'

const setting = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/
const settingInBrackets = / \([^()]*\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b[^()]*\)/g

/** In a cloud deployment, removes advice about settings; otherwise returns the message unchanged. */
export function messageForCustomer({ DEPLOYMENT }: Config, message: string): string {
  if (DEPLOYMENT !== 'cloud') return message
  return message
    .split(/(?<=\.)\s+/)
    .map(withoutSettings)
    .join(' ')
}

function withoutSettings(sentence: string): string {
  const [statement = '', ...advice] = sentence.replace(settingInBrackets, '').split('; ')
  if (setting.test(statement)) {
    const label = /^[^:]+: /.exec(statement)?.[0] ?? ''
    const known = setting.test(label) ? '' : label
    return `${known}The operator of this service must correct its configuration.`
  }
  const kept = [statement, ...advice.filter((clause) => !setting.test(clause))].join('; ')
  return kept.endsWith('.') ? kept : `${kept}.`
}
