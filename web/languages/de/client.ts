import type { copy } from '../../copy.ts'

export const texts: typeof copy = {
  api: {
    unreachable: 'Der Server ist nicht erreichbar. Prüfen Sie, ob er läuft, und versuchen Sie es erneut.',
    serverError: (status) =>
      `Auf dem Server ist ein Fehler aufgetreten (${status}). Versuchen Sie es später erneut.`,
  },
}
