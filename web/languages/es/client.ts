import type { copy } from '../../copy.ts'

export const texts: typeof copy = {
  api: {
    unreachable: 'No se puede conectar con el servidor. Compruebe que está en marcha e inténtelo de nuevo.',
    serverError: (status) =>
      `Se ha producido un error en el servidor (${status}). Inténtelo de nuevo más tarde.`,
  },
}
