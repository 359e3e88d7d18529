import type { Answer, Segment } from './answer.ts'
import type { AnswerPlan, PlannedMention, PlannedStyle, Sentiment } from './answer-plan.ts'
import { fill } from './language.ts'
import type { MarketEntity } from './market.ts'
import { getMarketTexts, type MarketTexts } from './market-texts.ts'
import { randomFor, type SimulatedQuery } from './query.ts'
import { type Random, random } from './seeded-random.ts'

/** Writes a planned answer in its style and the market's language. */
export function writeAnswer(query: SimulatedQuery, plan: AnswerPlan): Answer {
  const phrases = getMarketTexts(plan.market)
  const chance = randomFor(query, 'prose')
  const writer = new AnswerWriter(query.seed, plan, phrases, chance)
  if (plan.outcome === 'refused') writer.write(chance.pick(phrases.refusals))
  if (plan.outcome === 'answered') {
    writer.writeOpening()
    LAYOUTS[plan.style](writer)
    writer.writeEnding()
  }
  return {
    outcome: plan.outcome,
    segments: writer.segments,
    sources: plan.pages,
    searches: plan.searches,
  }
}

/** Writes one answer. Tracks the unused phrases, so that an answer does not repeat a sentence. */
class AnswerWriter {
  readonly segments: Segment[] = []
  readonly plan: AnswerPlan
  readonly phrases: MarketTexts
  readonly chance: Random
  readonly #stacks = new Map<readonly string[], string[]>()
  readonly #named = new Set<MarketEntity>()
  readonly #traits = new Map<MarketEntity, Traits>()
  readonly #seed: number

  constructor(seed: number, plan: AnswerPlan, phrases: MarketTexts, chance: Random) {
    this.#seed = seed
    this.plan = plan
    this.phrases = phrases
    this.chance = chance
  }

  /** The recommended entity: the first point of the plan. */
  get lead(): PlannedMention {
    const [first] = this.plan.points
    if (!first) throw new Error('The plan has no points')
    return first
  }

  write(text: string): void {
    this.segments.push({ text, cites: [] })
  }

  writeClaim(text: string, cites: readonly number[]): void {
    this.segments.push({ text, cites })
  }

  writeOpening(): void {
    this.write(`${this.sentence(this.phrases.openings[this.plan.intent], this.lead)}\n\n`)
  }

  writeEnding(): void {
    const lists = [this.phrases.closings]
    if (this.chance.chance(0.3)) lists.unshift(this.phrases.notes)
    if (this.plan.followUp) lists.push(this.phrases.followUps)
    this.write(`\n${lists.map((list) => this.sentence(list, this.lead)).join('\n\n')}`)
  }

  writeHeading(level: '##' | '###', texts: readonly string[], emoji: string): void {
    this.write(`${level} ${this.plan.emoji ? `${emoji} ` : ''}${this.next(texts)}\n\n`)
  }

  /** Writes a statement about an entity. */
  statement(point: PlannedMention): string {
    return this.sentence(this.phrases[point.sentiment], point)
  }

  /** Writes an additional statement about an entity with the given probability. */
  writeRemark(point: PlannedMention, probability: number): void {
    if (this.chance.chance(probability)) this.write(` ${this.sentence(this.phrases.more, point)}`)
  }

  /** Returns a phrase about an entity. Phrases about two entities are used only if the plan has two. */
  sentence(list: readonly string[], point: PlannedMention): string {
    const { market, points, year } = this.plan
    const other = points.find((one) => one !== point)
    let phrase = this.next(list)
    while (!other && phrase.includes('{other}')) phrase = this.next(list)
    return fill(phrase, {
      brand: () => this.pickName(point.entity),
      other: () => (other ? this.pickName(other.entity) : ''),
      topic: market.topic,
      year: String(year),
      audience: () => this.audience(),
      strength: () => this.trait(point.entity, 'strengths'),
      strength2: () => this.trait(point.entity, 'strengths'),
      weakness: () => this.trait(point.entity, 'weaknesses'),
      weakness2: () => this.trait(point.entity, 'weaknesses'),
    })
  }

  /** Returns the name or, once the name was used, sometimes an alias. */
  pickName(entity: MarketEntity): string {
    if (this.#named.has(entity) && entity.aliases.length > 0 && this.chance.chance(0.25)) {
      return this.chance.pick(entity.aliases)
    }
    this.#named.add(entity)
    return entity.name
  }

  /** Returns a strength or weakness of the entity. */
  trait(entity: MarketEntity, which: keyof Traits): string {
    const traits = this.#traits.get(entity) ?? drawTraits(this.#seed, entity, this.phrases)
    this.#traits.set(entity, traits)
    return this.next(traits[which])
  }

  audience(): string {
    return this.next(this.phrases.audiences)
  }

  /** Returns the next phrase of the list. Each is used once before any repeats. */
  next(list: readonly string[]): string {
    const stack = this.#stacks.get(list) ?? []
    if (stack.length === 0) stack.push(...this.chance.shuffle(list))
    this.#stacks.set(list, stack)
    return stack.pop() ?? ''
  }
}

type Traits = { strengths: readonly string[]; weaknesses: readonly string[] }

/** Every answer gives a brand the same few traits, which do not contradict each other. */
function drawTraits(seed: number, { name }: MarketEntity, texts: MarketTexts): Traits {
  const chance = random(seed, 'traits', name)
  const strengths = chance.shuffle(texts.strengths).slice(0, 5)
  const contradicted = strengths.map((strength) => texts.opposites[strength])
  const weaknesses = chance.shuffle(texts.weaknesses).filter((each) => !contradicted.includes(each))
  return { strengths, weaknesses: weaknesses.slice(0, 3) }
}

const EMOJI: Readonly<Record<Sentiment, string>> = { praise: '✅', mixed: '⚖️', warning: '⚠️', neutral: '🔹' }

const LAYOUTS: Readonly<Record<PlannedStyle, (writer: AnswerWriter) => void>> = {
  list: (writer) => {
    const numbered = writer.chance.chance(0.5)
    const labelled = writer.chance.chance(0.6)
    const dash = writer.chance.pick([':', ' –', ' —'])
    for (const [index, point] of writer.plan.points.entries()) {
      const emoji = writer.plan.emoji ? `${EMOJI[point.sentiment]} ` : ''
      writer.write(`${numbered ? `${index + 1}.` : '-'} ${emoji}`)
      if (labelled) {
        writer.write(`**${writer.pickName(point.entity)}**${dash} `)
        writer.writeClaim(writer.sentence(writer.phrases.labelled[point.sentiment], point), point.cites)
      } else {
        writer.writeClaim(writer.statement(point), point.cites)
      }
      writer.write('\n')
    }
  },

  headed: (writer) => {
    const { points } = writer.plan
    const critical = points.filter((point) => point.sentiment === 'warning' || point.sentiment === 'mixed')
    const kind = points.filter((point) => !critical.includes(point))
    for (const [group, title, emoji] of [
      [kind, writer.phrases.headings.picks, '🏆'],
      [critical, writer.phrases.headings.careful, '🔍'],
    ] as const) {
      if (group.length === 0) continue
      writer.writeHeading('##', title, emoji)
      for (const point of group) {
        writer.write(`### ${writer.pickName(point.entity)}\n\n`)
        writer.writeClaim(writer.statement(point), point.cites)
        writer.writeRemark(point, 0.4)
        writer.write(`\n\n* **${writer.phrases.bestFor}:** ${writer.audience()}\n\n`)
      }
    }
  },

  table: (writer) => {
    const { table } = writer.phrases
    writer.write(
      `| ${table.brand} | ${table.audience} | ${table.strength} | ${table.weakness} |\n|---|---|---|---|\n`,
    )
    for (const point of writer.plan.points) {
      writer.write(`| **${writer.pickName(point.entity)}** | ${writer.audience()} | `)
      writer.writeClaim(
        point.sentiment === 'warning' ? '–' : writer.trait(point.entity, 'strengths'),
        point.cites,
      )
      writer.write(` | ${point.sentiment === 'praise' ? '–' : writer.trait(point.entity, 'weaknesses')} |\n`)
    }
    writer.write('\n')
    writer.writeClaim(writer.statement(writer.lead), writer.lead.cites)
    writer.write('\n')
  },

  prose: (writer) => {
    for (const [index, point] of writer.plan.points.entries()) {
      writer.writeClaim(writer.statement(point), point.cites)
      writer.writeRemark(point, 0.35)
      writer.write(index % 2 === 1 ? '\n\n' : ' ')
    }
    writer.write('\n')
  },

  short: (writer) => {
    const { lead } = writer
    const isSingle = writer.plan.points.length === 1
    writer.writeClaim(
      isSingle ? writer.statement(lead) : writer.sentence(writer.phrases.short, lead),
      lead.cites,
    )
    writer.write('\n')
  },

  steps: (writer) => {
    const steps = writer.phrases.steps.slice(0, writer.chance.between(3, writer.phrases.steps.length))
    for (const [index, step] of steps.entries()) {
      writer.write(`${index + 1}. ${step}`)
      const point = writer.plan.points[index]
      if (point) {
        writer.write(' ')
        writer.writeClaim(writer.sentence(writer.phrases.stepHint, point), point.cites)
      }
      writer.write('\n')
    }
  },

  review: (writer) => {
    const { lead, phrases } = writer
    writer.writeClaim(writer.statement(lead), lead.cites)
    writer.write('\n\n')
    for (const [title, which, emoji] of [
      [phrases.headings.pros, 'strengths', '👍'],
      [phrases.headings.cons, 'weaknesses', '👎'],
    ] as const) {
      writer.writeHeading('###', title, emoji)
      for (let count = writer.chance.between(2, 3); count > 0; count--) {
        writer.write('- ')
        writer.writeClaim(writer.trait(lead.entity, which), writer.chance.chance(0.4) ? lead.cites : [])
        writer.write('\n')
      }
      writer.write('\n')
    }
    const others = writer.plan.points.slice(1)
    if (others.length === 0) return
    writer.writeHeading('###', phrases.headings.others, '🔁')
    for (const point of others) {
      writer.write('- ')
      writer.writeClaim(writer.statement(point), point.cites)
      writer.write('\n')
    }
  },
}
