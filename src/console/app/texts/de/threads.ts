import type { Texts } from '../texts.ts'

export const threads: Texts['threads'] = {
  react: 'Reaktion hinzufügen',
  reaction: (emoji, count) => (count === 1 ? `${emoji}, 1 Person` : `${emoji}, ${count} Personen`),
  notReacted: 'Die Reaktion wurde nicht gespeichert. Versuchen Sie es noch einmal.',
  people: 'Personen',
  markdownHint: 'Markdown, @ erwähnt Personen, Strg Eingabe sendet',
  preview: 'Vorschau',
  write: 'Schreiben',
  cancel: 'Abbrechen',
  save: 'Speichern',
  edit: 'Bearbeiten',
  delete: 'Löschen',
  discard: 'Verwerfen',
  copyLink: 'Link kopieren',
  linkCopied: 'Der Link wurde kopiert.',
  linkNotCopied: 'Der Link konnte nicht kopiert werden.',
  actionsOf: (author) => `Aktionen für den Kommentar von ${author}`,
  deleteCommentTitle: 'Kommentar löschen?',
  deleteTyped: 'löschen',
  deleteCommentText:
    'Der Kommentar und seine Antworten werden für alle gelöscht. Das kann nicht rückgängig gemacht werden.',
  deleteReplyTitle: 'Antwort löschen?',
  deleteReplyText: 'Die Antwort wird für alle gelöscht. Das kann nicht rückgängig gemacht werden.',
  editLabel: 'Text des Kommentars',
  changedMeanwhile:
    'Jemand hat ihn inzwischen geändert. Speichern Sie noch einmal, um den Text durch Ihren zu ersetzen.',
  notSaved: 'Nicht gespeichert. Ihr Text bleibt auf diesem Gerät gespeichert. Versuchen Sie es noch einmal.',
  edited: 'bearbeitet',
  sending: 'Wird gesendet',
  retrying: 'Nicht gesendet, wird wiederholt',
  refused: (code) =>
    code === 'FORBIDDEN'
      ? 'Nicht gesendet: Sie können hier nicht mehr kommentieren.'
      : code === 'NOT_FOUND'
        ? 'Nicht gesendet: Worauf es sich bezieht, existiert nicht mehr.'
        : 'Nicht gesendet: Der Server hat den Text abgelehnt.',
  loading: 'Wird geladen',
  showEarlier: (step, hidden) =>
    hidden > step
      ? `${step} von ${hidden} früheren Antworten anzeigen`
      : `${hidden} frühere Antworten anzeigen`,
  repliesLabel: (count) => (count === 1 ? '1 Antwort' : `${count} Antworten`),
  replyLabel: 'Antwort schreiben',
  reply: 'Antworten',
  commentLabel: 'Kommentar schreiben',
  comment: 'Kommentieren',
  threadOf: (author) => `Thread von ${author}`,
  resolvedBy: (name) => `Gelöst von ${name}`,
  resolved: 'Gelöst',
  resolve: 'Als gelöst markieren',
  reopen: 'Wieder öffnen',
  notResolved: 'Die Änderung wurde nicht gespeichert. Versuchen Sie es noch einmal.',
  show: 'Anzeigen',
  hide: 'Ausblenden',
  showMore: 'Weitere Threads anzeigen',
  none: 'Keine offenen Threads.',
  onEarlierVersion: 'Zu einer früheren Fassung',
  onRemovedBlock: 'Zu einer früheren Fassung, der Block wurde entfernt',
  before: 'Als der Kommentar geschrieben wurde',
  now: 'Jetzt',
}
