import type { Texts } from '../texts.ts'

export const forms: Texts['forms'] = {
  save: '保存',
  saved: '保存しました。',
  cancel: 'キャンセル',
  copy: 'コピー',
  copied: 'コピーしました。',
  copySelected: '選択されたテキストをコピーしてください。',
  fillIn: 'この項目を入力してください。',
  enterEmail: 'ann@example.com のようなメールアドレスを入力してください。',
  typeToConfirm: (text) => `確認のため「${text}」と入力してください`,
  passkeyUnused: 'パスキーは使用されませんでした。もう一度試すか、別の方法を選んでください。',
  undo: '元に戻す',
  undone: '元に戻しました。',
  roles: {
    READ: '閲覧',
    COMMENT: 'コメント',
    EDIT: '編集',
    REVIEW: 'レビュー',
    CREATE: '作成',
    ADMIN: '管理者',
  },
}
