/** The number of shades; app.css has a class for each. */
export const heatShades = 7

/** Returns the shade of a value, from 0 for the lowest to `heatShades - 1` for the highest of all values. */
export function heatLevels(values: readonly number[]): (value: number) => number {
  const low = Math.min(...values)
  const range = Math.max(...values) - low
  return (value) =>
    range === 0 ? 0 : Math.min(heatShades - 1, Math.floor(((value - low) / range) * heatShades))
}
