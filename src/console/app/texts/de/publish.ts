import type { SitesTexts } from '../texts.ts'

export const publish: SitesTexts['publish'] = {
  title: 'Veröffentlichen',
  titleOf: (space) => `${space} veröffentlichen`,
  hint: 'Eine Website zeigt Lesern die Seiten des Bereichs. Was Sie später ändern und zusammenführen, erscheint sofort darauf.',
  siteTitle: 'Titel der Website',
  address: 'Name in der Adresse',
  addressHint: 'Buchstaben, Ziffern, Bindestriche, Punkte und Unterstriche.',
  visibility: 'Wer sie lesen kann',
  visibilities: {
    PUBLIC: 'Alle',
    UNLISTED: 'Alle, die die Adresse kennen; Suchmaschinen lassen sie aus',
    SHARE_LINK: 'Alle mit einem Freigabelink',
    VISITOR_AUTH: 'Besucher, die Ihr eigener Server anmeldet',
  },
  submit: 'Veröffentlichen',
  cancel: 'Abbrechen',
  close: 'Schließen',
  published: 'Die Website ist veröffentlicht.',
  addressOf: 'Adresse der Website',
  open: 'Website öffnen',
  manage: 'Einstellungen der Website',
  onSites: 'Die Seiten dieses Bereichs sind auf diesen Websites:',
  another: 'Auf einer weiteren Website veröffentlichen',
  publishSite: (title) => `${title} veröffentlichen`,
  state: { published: 'Veröffentlicht', unpublished: 'Nicht veröffentlicht' },
  nameTaken:
    'Eine andere Website der Organisation hat diesen Namen in ihrer Adresse. Wählen Sie einen anderen.',
}
