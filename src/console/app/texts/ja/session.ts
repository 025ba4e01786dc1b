import type { Texts } from '../texts.ts'

export const session: Texts['session'] = {
  signedOut: 'サインアウトしました',
  signOutAtProvider: 'プロバイダーからもサインアウト',
  signIn: 'サインイン',
  ended: 'セッションが終了しました',
  endedHint: '続けるには、もう一度サインインしてください。書いた内容はそのまま残ります。',
  email: 'メールアドレス',
  password: 'パスワード',
  withPasskey: 'パスキーでサインイン',
  inOtherTab: '別のタブでサインイン',
}
