import type { MailLanguage } from '../../mail/index.ts'
import type { NotificationKind } from '../notifications.model.ts'

/** The texts of mails about notifications, and of the page that ends them, in one language. */
export interface NotificationTexts {
  /** Who did it, if that is not known. */
  somebody: string
  /** One notification in a sentence: who did it, and the title of what it is about. */
  lines: Readonly<Record<NotificationKind, (actor: string, title: string) => string>>
  /** The subject of a mail with several. */
  several: (count: number) => string
  /** The last line of a mail that does not show all of them. */
  more: (count: number) => string
  stop: { title: string; question: string; action: string; done: string; unknown: string }
}

const en: NotificationTexts = {
  somebody: 'Somebody',
  lines: {
    mention: (actor, title) => `${actor} mentioned you in “${title}”`,
    reply: (actor, title) => `${actor} replied in “${title}”`,
    comment: (actor, title) => `${actor} commented on “${title}”`,
    review_requested: (actor, title) => `${actor} requested your review of “${title}”`,
    reviewed: (actor, title) => `${actor} reviewed “${title}”`,
    merged: (actor, title) => `${actor} merged “${title}”`,
    conflict: (_actor, title) => `“${title}” has conflicts to resolve`,
    invited: (actor, title) => `${actor} invited you to “${title}”`,
    git_failed: (_actor, title) => `A Git import or export of “${title}” failed`,
    spec_failed: (_actor, title) => `The OpenAPI spec “${title}” has an error`,
  },
  several: (count) => `${count} notifications`,
  more: (count) => `And ${count} more.`,
  stop: {
    title: 'Mails about notifications',
    question: 'Do you want no more mails about notifications?',
    action: 'Stop these mails',
    done: 'You get no more mails about notifications. You can turn them on again in your preferences.',
    unknown: 'This link no longer works. Sign in to change which mails you get.',
  },
}

const de: NotificationTexts = {
  somebody: 'Jemand',
  lines: {
    mention: (actor, title) => `${actor} hat Sie in „${title}“ erwähnt`,
    reply: (actor, title) => `${actor} hat in „${title}“ geantwortet`,
    comment: (actor, title) => `${actor} hat „${title}“ kommentiert`,
    review_requested: (actor, title) => `${actor} bittet Sie um eine Prüfung von „${title}“`,
    reviewed: (actor, title) => `${actor} hat „${title}“ geprüft`,
    merged: (actor, title) => `${actor} hat „${title}“ übernommen`,
    conflict: (_actor, title) => `„${title}“ hat Konflikte, die zu lösen sind`,
    invited: (actor, title) => `${actor} hat Sie zu „${title}“ eingeladen`,
    git_failed: (_actor, title) => `Ein Git-Import oder -Export von „${title}“ ist fehlgeschlagen`,
    spec_failed: (_actor, title) => `Die OpenAPI-Spezifikation „${title}“ hat einen Fehler`,
  },
  several: (count) => `${count} Benachrichtigungen`,
  more: (count) => `Und ${count} weitere.`,
  stop: {
    title: 'E-Mails über Benachrichtigungen',
    question: 'Möchten Sie keine E-Mails über Benachrichtigungen mehr erhalten?',
    action: 'Diese E-Mails abbestellen',
    done: 'Sie erhalten keine E-Mails über Benachrichtigungen mehr. In Ihren Einstellungen können Sie sie wieder einschalten.',
    unknown: 'Dieser Link funktioniert nicht mehr. Melden Sie sich an, um Ihre E-Mails zu ändern.',
  },
}

const ja: NotificationTexts = {
  somebody: '誰か',
  lines: {
    mention: (actor, title) => `${actor}さんが「${title}」であなたに言及しました`,
    reply: (actor, title) => `${actor}さんが「${title}」に返信しました`,
    comment: (actor, title) => `${actor}さんが「${title}」にコメントしました`,
    review_requested: (actor, title) => `${actor}さんが「${title}」のレビューを依頼しました`,
    reviewed: (actor, title) => `${actor}さんが「${title}」をレビューしました`,
    merged: (actor, title) => `${actor}さんが「${title}」をマージしました`,
    conflict: (_actor, title) => `「${title}」に解決すべき競合があります`,
    invited: (actor, title) => `${actor}さんがあなたを「${title}」に招待しました`,
    git_failed: (_actor, title) => `「${title}」のGitのインポートまたはエクスポートに失敗しました`,
    spec_failed: (_actor, title) => `OpenAPI仕様「${title}」にエラーがあります`,
  },
  several: (count) => `${count}件の通知`,
  more: (count) => `ほか${count}件。`,
  stop: {
    title: '通知メール',
    question: '通知メールの配信を停止しますか？',
    action: '配信を停止する',
    done: '通知メールの配信を停止しました。設定から再開できます。',
    unknown: 'このリンクは無効です。メールの設定を変更するにはサインインしてください。',
  },
}

export const notificationTexts: Readonly<Record<MailLanguage, NotificationTexts>> = { en, de, ja }
