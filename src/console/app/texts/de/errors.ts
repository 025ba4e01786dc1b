import type { Texts } from '../texts.ts'

export const errors: Texts['errors'] = {
  notFoundTitle: 'Hier ist nichts',
  notFound:
    'Es existiert nicht, oder Sie können es nicht sehen. Prüfen Sie die Adresse, oder bitten Sie jemanden um Zugriff.',
  forbiddenTitle: 'Sie können dies nicht sehen',
  forbidden: 'Ihre Rolle erlaubt es nicht. Bitten Sie einen Administrator der Organisation um Zugriff.',
  lostTitle: 'Sie haben keinen Zugriff mehr',
  lost: 'Ihr Zugriff wurde gerade geändert. Bitten Sie einen Administrator der Organisation, wenn Sie ihn brauchen.',
  deletedTitle: 'Das wurde gelöscht',
  deleted:
    'Jemand hat es gerade gelöscht. Bitten Sie einen Administrator der Organisation, wenn Sie es wieder brauchen.',
  rateLimitedTitle: 'Zu viele Anfragen',
  rateLimited: (seconds) =>
    seconds === undefined
      ? 'Warten Sie einen Moment, und versuchen Sie es noch einmal.'
      : `Sie haben in kurzer Zeit viele Anfragen gesendet. Diese Seite versucht es in ${seconds} s noch einmal.`,
  newVersionTitle: 'Diese Seite ist aus einer älteren Version',
  newVersion:
    'Der Server wurde aktualisiert, und diesen Teil der Seite gibt es nicht mehr. Laden Sie die Seite neu.',
  unavailableTitle: 'Der Server ist nicht verfügbar',
  unavailable: 'Diese Seite versucht es von selbst noch einmal.',
  unreachableTitle: 'Der Server ist nicht erreichbar',
  unreachable: 'Prüfen Sie Ihre Verbindung. Diese Seite versucht es von selbst noch einmal.',
  internalTitle: 'Das hat nicht geklappt',
  internal:
    'Der Server konnte nicht antworten. Versuchen Sie es noch einmal; geschieht es wieder, senden Sie die Anfrage-ID an den Betreiber.',
  requestId: 'Anfrage-ID',
  copy: 'Kopieren',
  copied: 'Kopiert',
  retry: 'Noch einmal versuchen',
  home: 'Zur Startseite',
}
