import type { Texts } from '../texts.ts'

const items = (count: number) => (count === 1 ? '1 Seite oder Datei' : `${count} Seiten und Dateien`)

export const importing: Texts['importing'] = {
  title: 'Importieren',
  titleBelow: (title) => `Unter ${title} importieren`,
  from: 'Aus',
  kinds: { files: 'Dateien', address: 'Webadresse', git: 'Git-Repository' },
  filesHint:
    'Ein Zip-Archiv, Word-Dokumente, HTML oder Markdown, je höchstens 32 MB. Oder legen Sie sie hier ab.',
  chooseFiles: 'Dateien wählen',
  chooseFolder: 'Ordner wählen',
  address: 'Adresse',
  addressHint: 'Eine Seite, ein Zip-Archiv, ein Word-Dokument oder das Wiki eines GitHub-Repositorys.',
  repository: 'Adresse des Repositorys',
  branch: 'Branch',
  gitHint: 'Seine Markdown-Seiten werden die Seiten des Bereichs.',
  start: 'Importieren',
  cancel: 'Abbrechen',
  close: 'Schließen',
  cancelSending: 'Hochladen abbrechen',
  goesOn: 'Sie können dies schließen: Der Import läuft weiter.',
  goesOnInTab:
    'Sie können dies schließen und in der Konsole weiterarbeiten. Lassen Sie den Tab geöffnet, bis alles hochgeladen ist.',
  underWay: 'Laufende Importe in diesem Bereich',
  starting: 'Wird begonnen…',
  sending: (name) => `${name} wird gesendet`,
  reading: 'Der Inhalt wird gelesen…',
  stages: {
    FETCH: 'Wird heruntergeladen…',
    READ: 'Der Inhalt wird gelesen…',
    WRITE: 'Die Seiten werden geschrieben…',
  },
  failed: 'Der Import ist fehlgeschlagen.',
  gone: 'Den Import gibt es nicht mehr.',
  subject: (name) => `Import von ${name}`,
  imported: (count) => `${items(count)} importiert.`,
  skipped: (count) => `${items(count)} konnten nicht verwendet werden:`,
  skippedMore: (count) => `und ${count} weitere`,
  inChange: (number) => `Die Seiten sind im Änderungsantrag #${number}.`,
  open: 'Änderungsantrag öffnen',
}
