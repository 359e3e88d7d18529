/** Soak tests repeat a short test of `npm test` with more rounds. Every file that imports this runs in `npm run test:soak`. */
export const isSoak = process.env.SOAK === '1'

/** Returns the number of rounds of this run. */
export const rounds = (short: number, soak: number): number => (isSoak ? soak : short)

/** Returns all cases in a soak test, otherwise the first ones, which represent the others. */
export const firstCases = <Case>(short: number, all: readonly Case[]): readonly Case[] =>
  isSoak ? all : all.slice(0, short)
