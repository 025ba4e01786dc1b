import type { Texts } from '../texts.ts'

export const errors: Texts['errors'] = {
  notFoundTitle: '見つかりません',
  notFound:
    '存在しないか、表示する権限がありません。アドレスを確認するか、アクセス権を持つ人に依頼してください。',
  forbiddenTitle: '表示できません',
  forbidden: 'あなたの役割では表示できません。組織の管理者にアクセスを依頼してください。',
  lostTitle: 'アクセス権がなくなりました',
  lost: '表示中にアクセス権が変更されました。必要な場合は、組織の管理者に依頼してください。',
  deletedTitle: '削除されました',
  deleted: '表示中に削除されました。元に戻す必要がある場合は、組織の管理者に依頼してください。',
  rateLimitedTitle: 'リクエストが多すぎます',
  rateLimited: (seconds) =>
    seconds === undefined
      ? 'しばらく待ってから、もう一度お試しください。'
      : `短時間に多くのリクエストが送信されました。${seconds} 秒後に自動で再試行します。`,
  newVersionTitle: 'このページは古いバージョンです',
  newVersion: 'サーバーが更新され、この部分は使えなくなりました。ページを再読み込みしてください。',
  unavailableTitle: 'サーバーを利用できません',
  unavailable: '自動で再試行します。',
  unreachableTitle: 'サーバーに接続できません',
  unreachable: '接続を確認してください。自動で再試行します。',
  internalTitle: '問題が発生しました',
  internal:
    'サーバーが応答できませんでした。もう一度お試しください。繰り返す場合は、リクエスト ID を運営者に伝えてください。',
  requestId: 'リクエスト ID',
  copy: 'コピー',
  copied: 'コピーしました',
  retry: '再試行',
  home: 'ホームへ',
}
