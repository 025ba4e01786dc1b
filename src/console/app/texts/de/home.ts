import type { Texts } from '../texts.ts'

export const home: Texts['home'] = {
  title: 'Start',
  overview: 'Übersicht',
  changes: 'Änderungsanträge',
  people: 'Personen',
  teams: 'Teams',
  specs: 'OpenAPI',
  webhooks: 'Webhooks',
  activity: 'Aktivität',
  audit: 'Protokoll',
  integrations: 'Integrationen',
  watching: 'Überwachung',
  translations: 'Übersetzungen',
  views: 'Ansichten der Organisation',
  toReview: 'Wartet auf Ihre Prüfung',
  nothingToReview: 'Kein Änderungsantrag wartet auf Ihre Prüfung.',
  mine: 'Ihre Änderungsanträge',
  nothingMine: 'Sie haben keine offenen Änderungsanträge.',
  unread: 'Ungelesen',
  nothingUnread: 'Sie haben alles gelesen.',
  showAll: 'Alle anzeigen',
  allUnread: 'Posteingang öffnen',
  moreOrganizations: (count) =>
    count === 1
      ? '1 weitere Organisation: Wählen Sie sie im Befehlsmenü.'
      : `${count} weitere Organisationen: Wählen Sie eine im Befehlsmenü.`,
  noOrganization:
    'Sie sind noch in keiner Organisation. Bitten Sie einen Administrator um eine Einladung an die E-Mail-Adresse Ihres Kontos.',
  startFirst: 'Erste Website beginnen',
  begun: 'Sie haben Ihre erste Website begonnen.',
  goOn: 'Fortfahren',
  sites: 'Websites',
}
