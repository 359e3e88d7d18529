import type { copy } from '../../copy.ts'

export const texts: typeof copy = {
  api: {
    unreachable: 'Serveur injoignable. Vérifiez qu’il est démarré, puis réessayez.',
    serverError: (status) => `Une erreur s’est produite sur le serveur (${status}). Réessayez plus tard.`,
  },
}
