/**
 * Tests whether something rare, such as citations of one page, began or ended. With a constant rate, each of its `count` answers
 * is equally likely to be any of the answers of its platform, so the probability that none of them is in one of two windows is
 * hypergeometric. The product over the platforms is exact for platforms with different rates and different numbers of answers,
 * for example after an outage of one of them.
 */
import { benjaminiHochberg } from './false-discovery.ts'

/** The answers of one platform in both windows, and those that contain the item. */
export type WindowCounts = {
  before: { answers: number; count: number }
  now: { answers: number; count: number }
}

/** Returns the p-value of "new": the item is in no answer before. 1 if it is in one. */
export const appearanceP = (platforms: readonly WindowCounts[]): number =>
  platforms.some(({ before }) => before.count > 0)
    ? 1
    : multiply(platforms, ({ before, now }) =>
        allWithin(now.count, now.answers, before.answers + now.answers),
      )

/** Returns the p-value of "lost": the item is in no answer now. 1 if it is in one. */
export const disappearanceP = (platforms: readonly WindowCounts[]): number =>
  platforms.some(({ now }) => now.count > 0)
    ? 1
    : multiply(platforms, ({ before, now }) =>
        allWithin(before.count, before.answers, before.answers + now.answers),
      )

/** On average at most this share of the reported items of a day is false. */
const significance = 0.001

/** Returns whether each item is significant among all tested ones. */
export const areSignificant = (pValues: readonly number[]): boolean[] =>
  benjaminiHochberg(pValues).map((q) => q <= significance)

/** Returns the probability that `count` of `total` answers, drawn without replacement, are all among `part` of them. */
function allWithin(count: number, part: number, total: number): number {
  let probability = 1
  for (let drawn = 0; drawn < count; drawn++) probability *= Math.max(0, part - drawn) / (total - drawn)
  return probability
}

const multiply = <T>(items: readonly T[], factor: (item: T) => number): number =>
  items.reduce((product, item) => product * factor(item), 1)
