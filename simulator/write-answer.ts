import type { Answer, Segment } from './answer.ts'
import type { Plan, PlannedMention, PlannedStyle, Sentiment } from './answer-plan.ts'
import { fill, type Phrases, phrasesOf } from './language.ts'
import type { Market, MarketEntity } from './market.ts'
import { randomFor, type SimulatedQuery } from './query.ts'
import type { Random } from './seeded-random.ts'

/** Writes a planned answer down: style by style, in the market's language. */
export function writeAnswer(asking: SimulatedQuery, plan: Plan): Answer {
  const phrases = phrasesOf(plan.market.language)
  const chance = randomFor(asking, 'prose')
  const paper = new Paper(plan, phrases, chance)
  if (plan.outcome === 'refused') paper.say(chance.pick(phrases.refusals))
  if (plan.outcome === 'answered') {
    paper.opening()
    LAYOUTS[plan.style](paper)
    paper.ending()
  }
  return {
    outcome: plan.outcome,
    segments: paper.segments,
    sources: plan.pages,
    searches: plan.searches,
  }
}

/**
 * An answer while it is written. It holds the draws and the phrases not used yet, so that one answer does not
 * say the same sentence twice.
 */
class Paper {
  readonly segments: Segment[] = []
  readonly plan: Plan
  readonly phrases: Phrases
  readonly chance: Random
  readonly #stacks = new Map<readonly string[], string[]>()
  readonly #named = new Set<MarketEntity>()

  constructor(plan: Plan, phrases: Phrases, chance: Random) {
    this.plan = plan
    this.phrases = phrases
    this.chance = chance
  }

  /** The first point; a plan always has one. */
  get lead(): PlannedMention {
    const [first] = this.plan.points
    if (!first) throw new Error('A plan without a point')
    return first
  }

  say(text: string): void {
    this.segments.push({ text, cites: [] })
  }

  claim(text: string, cites: readonly number[]): void {
    this.segments.push({ text, cites })
  }

  opening(): void {
    this.say(`${this.sentence(this.phrases.openings[this.plan.intent], this.lead)}\n\n`)
  }

  ending(): void {
    const lists = [this.phrases.closings]
    if (this.chance.chance(0.3)) lists.unshift(this.phrases.notes)
    if (this.plan.followUp) lists.push(this.phrases.followUps)
    this.say(`\n${lists.map((list) => this.sentence(list, this.lead)).join('\n\n')}`)
  }

  heading(level: '##' | '###', texts: readonly string[], emoji: string): void {
    this.say(`${level} ${this.plan.emoji ? `${emoji} ` : ''}${this.next(texts)}\n\n`)
  }

  /** What the answer has to say of an entity. */
  judgement(point: PlannedMention): string {
    return this.sentence(this.phrases[point.sentiment], point)
  }

  /** One more remark about an entity, in some of the cases. */
  aside(point: PlannedMention, probability: number): void {
    if (this.chance.chance(probability)) this.say(` ${this.sentence(this.phrases.more, point)}`)
  }

  /** One of the phrases about an entity; those about two entities only where there are two. */
  sentence(list: readonly string[], point: PlannedMention): string {
    const { market, points, year } = this.plan
    const other = points.find((one) => one !== point)
    let phrase = this.next(list)
    while (!other && phrase.includes('{other}')) phrase = this.next(list)
    return fill(phrase, {
      brand: () => this.nameOf(point.entity),
      other: () => (other ? this.nameOf(other.entity) : ''),
      topic: market.topic,
      year: String(year),
      audience: () => this.audience(),
      strength: () => this.quality('strengths'),
      strength2: () => this.quality('strengths'),
      weakness: () => this.quality('weaknesses'),
      weakness2: () => this.quality('weaknesses'),
    })
  }

  /** Now and then an alias, once the name itself was used. */
  nameOf(entity: MarketEntity): string {
    if (this.#named.has(entity) && entity.aliases.length > 0 && this.chance.chance(0.25)) {
      return this.chance.pick(entity.aliases)
    }
    this.#named.add(entity)
    return entity.name
  }

  audience(): string {
    return this.next(this.phrases.audiences)
  }

  quality(which: Which): string {
    return this.next(qualitiesOf(this.phrases, which, this.plan.market))
  }

  /** One of the list, none twice before all were used. */
  next(list: readonly string[]): string {
    const stack = this.#stacks.get(list) ?? []
    if (stack.length === 0) stack.push(...this.chance.shuffle(list))
    this.#stacks.set(list, stack)
    return stack.pop() ?? ''
  }
}

type Which = 'strengths' | 'weaknesses'

const EMOJI: Readonly<Record<Sentiment, string>> = { praise: '✅', mixed: '⚖️', warning: '⚠️', neutral: '🔹' }

const LAYOUTS: Readonly<Record<PlannedStyle, (paper: Paper) => void>> = {
  list: (paper) => {
    const numbered = paper.chance.chance(0.5)
    const labelled = paper.chance.chance(0.6)
    const dash = paper.chance.pick([':', ' –', ' —'])
    for (const [index, point] of paper.plan.points.entries()) {
      const emoji = paper.plan.emoji ? `${EMOJI[point.sentiment]} ` : ''
      paper.say(`${numbered ? `${index + 1}.` : '-'} ${emoji}`)
      if (labelled) {
        paper.say(`**${paper.nameOf(point.entity)}**${dash} `)
        paper.claim(paper.sentence(paper.phrases.labelled[point.sentiment], point), point.cites)
      } else {
        paper.claim(paper.judgement(point), point.cites)
      }
      paper.say('\n')
    }
  },

  headed: (paper) => {
    const { points } = paper.plan
    const critical = points.filter((point) => point.sentiment === 'warning' || point.sentiment === 'mixed')
    const kind = points.filter((point) => !critical.includes(point))
    for (const [group, title, emoji] of [
      [kind, paper.phrases.headings.picks, '🏆'],
      [critical, paper.phrases.headings.careful, '🔍'],
    ] as const) {
      if (group.length === 0) continue
      paper.heading('##', title, emoji)
      for (const point of group) {
        paper.say(`### ${paper.nameOf(point.entity)}\n\n`)
        paper.claim(paper.judgement(point), point.cites)
        paper.aside(point, 0.4)
        paper.say(`\n\n* **${paper.phrases.bestFor}:** ${paper.audience()}\n\n`)
      }
    }
  },

  table: (paper) => {
    const { table } = paper.phrases
    paper.say(
      `| ${table.brand} | ${table.audience} | ${table.strength} | ${table.weakness} |\n|---|---|---|---|\n`,
    )
    for (const point of paper.plan.points) {
      paper.say(`| **${paper.nameOf(point.entity)}** | ${paper.audience()} | `)
      paper.claim(point.sentiment === 'warning' ? '–' : paper.quality('strengths'), point.cites)
      paper.say(` | ${point.sentiment === 'praise' ? '–' : paper.quality('weaknesses')} |\n`)
    }
    paper.say('\n')
    paper.claim(paper.judgement(paper.lead), paper.lead.cites)
    paper.say('\n')
  },

  prose: (paper) => {
    for (const [index, point] of paper.plan.points.entries()) {
      paper.claim(paper.judgement(point), point.cites)
      paper.aside(point, 0.35)
      paper.say(index % 2 === 1 ? '\n\n' : ' ')
    }
    paper.say('\n')
  },

  short: (paper) => {
    const { lead } = paper
    const alone = paper.plan.points.length === 1
    paper.claim(alone ? paper.judgement(lead) : paper.sentence(paper.phrases.short, lead), lead.cites)
    paper.say('\n')
  },

  steps: (paper) => {
    const steps = paper.phrases.steps.slice(0, paper.chance.between(3, paper.phrases.steps.length))
    for (const [index, step] of steps.entries()) {
      paper.say(`${index + 1}. ${step}`)
      const point = paper.plan.points[index]
      if (point) {
        paper.say(' ')
        paper.claim(paper.sentence(paper.phrases.stepHint, point), point.cites)
      }
      paper.say('\n')
    }
  },

  review: (paper) => {
    const { lead, phrases } = paper
    paper.claim(paper.judgement(lead), lead.cites)
    paper.say('\n\n')
    for (const [title, which, emoji] of [
      [phrases.headings.pros, 'strengths', '👍'],
      [phrases.headings.cons, 'weaknesses', '👎'],
    ] as const) {
      paper.heading('###', title, emoji)
      for (let count = paper.chance.between(2, 3); count > 0; count--) {
        paper.say('- ')
        paper.claim(paper.quality(which), paper.chance.chance(0.4) ? lead.cites : [])
        paper.say('\n')
      }
      paper.say('\n')
    }
    const others = paper.plan.points.slice(1)
    if (others.length === 0) return
    paper.heading('###', phrases.headings.others, '🔁')
    for (const point of others) {
      paper.say('- ')
      paper.claim(paper.judgement(point), point.cites)
      paper.say('\n')
    }
  },
}

const QUALITIES = new Map<string, readonly string[]>()

/** What fits any market and what fits this kind of market, as one list that stays the same object. */
function qualitiesOf(phrases: Phrases, which: Which, market: Market): readonly string[] {
  const key = `${market.language} ${which} ${market.kind}`
  const known = QUALITIES.get(key) ?? [...phrases[which].any, ...phrases[which][market.kind]]
  QUALITIES.set(key, known)
  return known
}
