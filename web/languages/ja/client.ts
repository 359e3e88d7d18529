import type { copy } from '../../copy.ts'

export const texts: typeof copy = {
  api: {
    unreachable: 'サーバーに接続できません。サーバーが稼働しているか確認し、もう一度お試しください。',
    serverError: (status) =>
      `サーバーでエラーが発生しました（${status}）。しばらくしてからもう一度お試しください。`,
  },
}
