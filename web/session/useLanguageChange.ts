import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Language } from '../../vocabulary/languages.ts'
import { api } from '../api.ts'
import { switchLanguage } from '../language.ts'
import { session } from './queries.ts'

/** Stores the language of the dashboard with the account and shows it. */
export function useLanguageChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (language: Language) => api('PATCH /api/auth/user', { body: { language } }),
    onSuccess: async (_, language) => {
      // Screens follow the language of the session.
      await queryClient.refetchQueries(session)
      await switchLanguage(language)
    },
  })
}
