import type { checkFrequencies } from '../../vocabulary/labels.ts'
import type { Platform } from '../../vocabulary/platforms.ts'

type Setting = {
  platform: Platform
  enabled: boolean
  check_frequency: (typeof checkFrequencies)[number]
  runs_per_prompt: number
}
type Prompt = { is_active: boolean; platforms: Platform[] | null }

const timesPerDay = { hourly: 24, daily: 1, weekly: 1 / 7, monthly: 1 / 30, manual: 0 } as const

/** The number of queries per run of all platforms, and per day on the brand's schedule. */
export function queriesPerDay(
  settings: readonly Setting[],
  prompts: readonly Prompt[],
): { perRun: number; perDay: number } {
  const each = settings
    .filter(({ enabled }) => enabled)
    .map(({ platform, check_frequency, runs_per_prompt }) => {
      const meant = prompts.filter(
        (prompt) => prompt.is_active && (prompt.platforms?.includes(platform) ?? true),
      )
      const questions = meant.length * runs_per_prompt
      return { questions, daily: questions * timesPerDay[check_frequency] }
    })
  return {
    perRun: each.reduce((sum, { questions }) => sum + questions, 0),
    perDay: each.reduce((sum, { daily }) => sum + daily, 0),
  }
}
