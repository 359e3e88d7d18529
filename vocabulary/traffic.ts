/** Display labels of visits to and crawls of a brand's pages. */
import { getLabel } from './label.ts'
import { currentLocale } from './language.ts'
import { memoized } from './message-formats.ts'
import { platformLabels } from './platforms.ts'
import { t } from './texts.ts'

/** Platforms that send visitors but are not tracked. */
const untrackedPlatformLabels: Record<string, string> = {
  meta_ai: 'Meta AI',
  deepseek: 'DeepSeek',
  you: 'You.com',
  duck_ai: 'Duck.ai',
  poe: 'Poe',
  qwen: 'Qwen',
  kimi: 'Kimi',
  chatglm: 'ChatGLM',
  doubao: 'Doubao',
  yuanbao: 'Yuanbao',
  ernie: 'ERNIE',
  genspark: 'Genspark',
  manus: 'Manus',
  iask: 'iAsk',
  phind: 'Phind',
  andi: 'Andi',
  pi: 'Pi',
}

export const visitPlatformLabel = (platform: string): string =>
  getLabel(platformLabels, platform) ?? getLabel(untrackedPlatformLabels, platform) ?? platform

const regionNames = memoized(
  (locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options),
)

/** Returns the name of a country (ISO 3166-1 alpha-2; ZZ is unknown). */
export function countryName(code: string): string {
  return code === 'ZZ'
    ? t('labels.country.unknown')
    : (regionNames(currentLocale(), { type: 'region' }).of(code) ?? code)
}
