/** Finds the trial, the return period, the warranty and the order value for free shipping that a page states. */
import { NOT_CLAIMED } from './compare-quantity.ts'
import { blockText, type FoundFact, namesOthers, type ReadPage } from './found-fact.ts'
import { itemsIn, type Passage, type Range, type ReadText } from './passages.ts'
import type { Quantity } from './quantities.ts'

export const findTerms = (page: ReadPage): FoundFact[] =>
  page.text.sentences.flatMap((sentence) => {
    const fact = readFreeShipping(page.text, sentence) ?? readPeriod(page.text, sentence)
    return fact && !namesOthers(page.text, sentence) ? [fact] : []
  })

type Term = { subject: string; cue: RegExp; except: RegExp | null; days: [least: number, most: number] }

/** The first term that a sentence has applies. */
const TERMS: readonly Term[] = [
  {
    subject: 'money-back guarantee',
    cue: /(?<!\p{L})(?:money[- ]back|geld[- ]zuruck|satisfait ou rembourse|devolucion del dinero)(?!\p{L})|返金保証/u,
    except: null,
    days: [7, 400],
  },
  {
    subject: 'trial',
    cue: /(?<!\p{L})(?:free (?:[\d-]+ ?\p{L}{3,6} )?trial|trial period|trial (?:lasts|runs)|try \p{L}+ free|testphase|testzeitraum|probezeitraum|probemonat|(?:kostenlos|gratis|unverbindlich) (?:\p{L}+ ){0,2}testen|essai (?:gratuit|de)|essayez \p{L}+ gratuitement|prueba (?:gratuita|gratis|de)|periodo de prueba|(?:probar|prueba) \p{L}+ gratis)(?!\p{L})|無料トライアル|無料体験|無料お試し|トライアル期間/u,
    except: /(?<!\p{L})(?:extend\p{L}*|verlanger\p{L}*|prolong\p{L}*|remind\p{L}*)(?!\p{L})|延長/u,
    days: [1, 366],
  },
  {
    subject: 'returns',
    cue: /(?<!\p{L})(?:returns?|returned|returnable|(?:send|sent|goes|go) (?:\p{L}+ )?back|ruckgabe\p{L}*|zuruckgeben|zurucksenden|zuruckschicken|retours?|retourner|renvoyer|devolver\p{L}*|devolucion\p{L}*)(?!\p{L})|返品/u,
    except:
      /(?<!\p{L})(?:sale items|refund(?:ed|s)? (?:within|in|takes?|is|are|will)|process\p{L}*|damaged|defective|faulty|arrive|receive (?:your|the) refund|erstatt\p{L}*|widerruf\p{L}*|gesetzlich\p{L}*|defekt\p{L}*|beschadigt\p{L}*|rembours\p{L}*|endommag\p{L}*|retractation|reembols\p{L}*|desistimiento|danad\p{L}*|defectuos\p{L}*)(?!\p{L})|不良|破損|返金|クーリング/u,
    days: [7, 400],
  },
  {
    subject: 'warranty',
    cue: /(?<!\p{L})(?:warrant(?:y|ies)|guarantee|garantie|garantiert|garantie?e?s|garantis?|garantia)(?!\p{L})|保証/u,
    except:
      /(?<!\p{L})(?:price|satisfaction|best|bestpreis\p{L}*|gesetzlich\p{L}*|legale?|statutory|extend\p{L}*|verlanger\p{L}*|prolong\p{L}*|ampli\p{L}*|satisfait|additional|optional\p{L}*|refurbished)(?!\p{L})|延長|返金/u,
    days: [30, 36_600],
  },
]

/** Days in which shops work, which are times of delivery. */
const WORKING_DAYS =
  /(?<!\p{L})(?:(?:business|working) days?|werktag\p{L}*|arbeitstag\p{L}*|jours? (?:ouvres?|ouvrables?)|dias? (?:laborables?|habiles?))(?!\p{L})|営業日/u

function readPeriod(text: ReadText, sentence: Passage): FoundFact | null {
  const said = text.text.slice(sentence.start, Math.min(sentence.end, sentence.start + 300))
  const question = blockText(text, sentence.block - 1)
  const periods = itemsIn(text.quantities, sentence).filter(
    ({ dimension }) => dimension === 'time' || dimension === 'months',
  )
  const [period] = periods
  if (
    !period ||
    periods.length > 1 ||
    WORKING_DAYS.test(said) ||
    NOT_CLAIMED.test(said.replace(/[?？]/gu, ''))
  )
    return null
  if (period.low !== period.high || period.isApproximate || period.isFormer) return null
  const term =
    TERMS.find(({ cue }) =>
      isNear(cue, said, { start: period.start - sentence.start, end: period.end - sentence.start }),
    ) ??
    (isFirst(text, sentence) && HOW_LONG.test(question)
      ? TERMS.find(({ cue }) => cue.test(question))
      : undefined)
  const length = inDays(period)
  if (!term || term.except?.test(said) || length < term.days[0] || length > term.days[1]) return null
  const { start, end } = sentence
  return { kind: 'limit', subject: term.subject, ...toUnit(period), quote: { start, end } }
}

const isNear = (cue: RegExp, said: string, { start, end }: Range): boolean =>
  cue.test(said.slice(Math.max(0, start - MAX_GAP), end + MAX_GAP))
const MAX_GAP = 60

const HOW_LONG =
  /(?:how long|wie lange?|combien de temps|quelle est la duree|cuanto|何日|いつまで|期間).{0,60}[?？]$/u

const isFirst = ({ blocks }: ReadText, { start, block }: Passage) => (blocks[block]?.start ?? -1) >= start - 1

const inDays = ({ dimension, low }: Quantity) => (dimension === 'months' ? low * 30.4 : low / 86_400)

/** Weeks and nights are days; months stay months, and years years. */
function toUnit({ dimension, low, step }: Quantity): { value: number; unit: string } {
  if (dimension === 'time') return { value: low / 86_400, unit: 'days' }
  return step % 12 === 0 ? { value: low / 12, unit: 'years' } : { value: low, unit: 'months' }
}

function readFreeShipping({ text, quantities }: ReadText, { start, end }: Passage): FoundFact | null {
  const said = text.slice(start, Math.min(end, start + 300))
  const amounts = itemsIn(quantities, { start, end }).filter(({ currency }) => currency !== null)
  const [amount] = amounts
  if (!amount || amounts.length > 1 || !FREE_SHIPPING.test(said) || NOT_CLAIMED.test(said)) return null
  const isThreshold =
    FROM.test(text.slice(Math.max(start, amount.start - 36), amount.start)) ||
    /^(?:以上|を超え)/u.test(text.slice(amount.end))
  if (!isThreshold || amount.low !== amount.high || amount.isApproximate || amount.low <= 0) return null
  const unit = amount.currency === '$' ? 'USD' : amount.currency
  const subject = 'order value for free shipping'
  return { kind: 'limit', subject, value: amount.low, unit, quote: { start, end } }
}

const FREE_SHIPPING =
  /(?<!\p{L})(?:free (?:\p{L}+ )?(?:shipping|delivery)|(?:ships?|shipped|delivered) (?:for )?free|(?:shipping|delivery) is free|versandkostenfrei\p{L}*|portofrei|gratisversand|kostenlose[rn]? (?:versand|lieferung)|(?:versand|lieferung) (?:ist )?(?:kostenlos|gratis|kostenfrei)|livraison (?:\p{L}+ ){0,3}(?:offerte|gratuite)|frais de port offerts|(?:envios?|entrega) (?:\p{L}+ ){0,2}(?:gratis|gratuit[oa]s?))(?!\p{L})|送料(?:が|は)?無料/u
const FROM =
  /(?<!\p{L})(?:over|above|from|of|spend|exceeding|ab|uber|von|des|a partir de|plus de|desde|superior(?:es)? a|mas de)(?: (?:einem|einer|only|just))?(?: \p{L}+){0,2} ?$/u
