/** Soak tests repeat a short test of `npm test` with more rounds. Every file that imports this runs in `npm run test:soak`. */
export const isSoak = process.env.SOAK === '1'

/** Returns the number of rounds of this run. */
export const rounds = (short: number, soak: number): number => (isSoak ? soak : short)
