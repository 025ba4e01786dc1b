import type { MailTexts } from './types.ts'

export const ja: MailTexts = {
  hello: (name) => `${name} 様`,
  validUntil: '有効期限',
  invitation: {
    subject: (organization, inviter) =>
      inviter === null ? `${organization} への招待` : `${inviter} さんから ${organization} への招待`,
    lead: (organization, inviter) =>
      inviter === null
        ? `組織「${organization}」に招待されています。`
        : `${inviter} さんが組織「${organization}」に招待しています。`,
    role: 'あなたの権限',
    action: '招待を承諾する',
    note: '参加を希望しない場合は、このメールを無視してください。',
  },
  roles: {
    guest: 'ゲスト',
    read: '閲覧',
    comment: 'コメント',
    edit: '編集',
    review: 'レビュー',
    create: '作成',
    admin: '管理者',
  },
  passwordReset: {
    subject: 'パスワードの再設定',
    lead: 'あなたのアカウントのパスワード再設定が要求されました。このリンクは一度だけ使用できます。',
    action: '新しいパスワードを設定する',
    note: '心当たりがない場合は、このメールを無視してください。パスワードは変更されません。',
  },
  confirmAddress: {
    subject: 'メールアドレスの確認',
    lead: 'このメールアドレスがアカウントに登録されました。ご自身のものであることを確認してください。',
    action: 'アドレスを確認する',
    note: '心当たりがない場合は、このメールを無視してください。アドレスは使用されません。',
  },
  addressChanged: {
    subject: 'メールアドレスが変更されました',
    lead: 'あなたのアカウントのメールアドレスが変更されました。このアドレスは今後使用されません。',
    note: '心当たりがない場合は、すぐにこのサーバーの運用者にお問い合わせください。',
  },
  newSignIn: {
    subject: 'アカウントへの新しいサインイン',
    lead: 'これまで使用されていないブラウザーから、あなたのアカウントへのサインインがありました。',
    browser: 'ブラウザー',
    address: 'アドレス',
    time: '日時',
    action: 'セッションを表示する',
    note: '心当たりがない場合は、このセッションを終了し、パスワードを変更してください。',
  },
  test: { subject: 'テストメール', lead: 'このサーバーはメールを送信できます。' },
  notification: { action: '開く', stop: 'このメールの配信を停止する' },
  sentBy: (origin) => `送信元: Quire (${origin})`,
}
