import type { SitesTexts } from '../texts.ts'

export const start: SitesTexts['start'] = {
  title: 'Ihre erste Website',
  lead: 'Drei Schritte: wählen, womit Sie beginnen, schreiben und veröffentlichen. Sie können jederzeit aufhören und später fortfahren.',
  name: 'Wie heißt sie?',
  nameDefault: 'Dokumentation',
  organization: 'Organisation',
  choose: 'Beginnen mit',
  choices: {
    guide: {
      title: 'Der Anleitung',
      text: 'Eine Kopie der Anleitung zu Quire, mit Texten und Bildern zum Ändern. Gut, um sich umzusehen.',
    },
    import: {
      title: 'Dem, was Sie haben',
      text: 'Ein Git-Repository, ein Zip-Archiv, Word-Dokumente oder Markdown-Dateien importieren.',
    },
    empty: { title: 'Einer leeren Seite', text: 'Eine Seite mit Titel. Den Rest schreiben Sie.' },
  },
  creating: 'Der Bereich wird angelegt …',
  firstPage: 'Willkommen',
  continueTitle: (title) => `Sie haben mit „${title}“ begonnen.`,
  continue: 'Fortfahren',
  look: 'Sehen Sie zuerst, wie eine veröffentlichte Website aussieht:',
  cannot:
    'Sie können in keiner Organisation einen Bereich anlegen. Bitten Sie dort jemanden mit Verwaltungsrechten um die Rolle „create“.',
  steps: 'Schritte zu Ihrer ersten Website',
  content: 'Wählen',
  write: 'Schreiben',
  publish: 'Veröffentlichen',
  done: 'Erledigt',
  importHint: 'Wählen Sie, was importiert wird. Die Seiten erscheinen links.',
  writeHint: 'Schreiben Sie etwas und veröffentlichen Sie es: Alles wird beim Tippen gespeichert.',
  publishedHint: 'Ihre Website ist veröffentlicht.',
  openSite: 'Website öffnen',
  theme: 'Aussehen ändern',
  dismiss: 'Diese Schritte schließen',
}
