/**
 * Returns a generator of uniform numbers, 0 <= x < 1. Equal seeds give equal sequences, so that a resampled interval is
 * reproducible.
 * Source: the mulberry32 generator (Tommy Ettinger, public domain): one 32-bit counter, mixed.
 */
export function seededRandom(seed: number): () => number {
  let counter = seed >>> 0
  return () => {
    counter = (counter + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(counter ^ (counter >>> 15), counter | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Draws from the standard normal distribution. Source: Box and Muller 1958, Annals of Mathematical Statistics 29:610–611. */
export function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
