/** The texts of the API client and the theme. Every feature has its own `copy.ts`. */
export const copy = {
  api: {
    unreachable: 'Cannot reach the server. Check that it is running, then try again.',
    serverError: (status: number) => `Something went wrong on the server (${status}). Try again later.`,
  },
  theme: { system: 'System default', light: 'Light', dark: 'Dark' },
}
