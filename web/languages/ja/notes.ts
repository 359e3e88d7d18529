import type { copy } from '../../notes/copy.ts'

export const texts: typeof copy = {
  open: 'メモ',
  title: '推移グラフのメモ',
  empty: '「サイトリニューアル」など、変更があった日に印を付けると、効果を確認できます。',
  day: '日付',
  text: 'メモ',
  placeholder: 'サイトリニューアル',
  add: 'メモを追加',
  save: 'メモを保存',
  cancel: 'キャンセル',
  edit: (text) => `メモを編集: ${text}`,
  delete: (text) => `メモを削除: ${text}`,
  list: 'メモ',
}
