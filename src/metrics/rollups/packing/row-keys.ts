/** The key of a packed row: a prompt number combined with the number of an entity or a segment (a smallint). */
const numbersPerPrompt = 2 ** 15

export const rowKey = (prompt: number, number: number): number => prompt * numbersPerPrompt + number
export const promptOf = (key: number): number => Math.floor(key / numbersPerPrompt)
export const numberOf = (key: number): number => key % numbersPerPrompt
