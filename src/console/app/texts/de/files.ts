import type { Texts } from '../texts.ts'

export const files: Texts['files'] = {
  title: 'Dateien',
  name: 'Name',
  kind: 'Typ',
  size: 'Größe',
  uses: 'Verwendet',
  usedOn: (count) => (count === 0 ? 'nirgends' : count === 1 ? 'an 1 Stelle' : `an ${count} Stellen`),
  actions: 'Aktionen',
  actionsOf: (name) => `Aktionen für ${name}`,
  empty: 'Noch keine Dateien.',
  emptyEdit: 'Noch keine Dateien. Ziehen Sie welche hierher, oder wählen Sie sie aus.',
  upload: 'Dateien hochladen',
  drop: 'Dateien zum Hochladen hier ablegen',
  uploading: (name) => `${name} wird hochgeladen`,
  uploaded: (count) => (count === 1 ? '1 Datei hochgeladen.' : `${count} Dateien hochgeladen.`),
  uploadFailed: (name, reason) => `${name} wurde nicht hochgeladen: ${reason}`,
  cancel: 'Abbrechen',
  dismiss: 'Schließen',
  locked:
    'Der Hauptinhalt dieses Bereichs ändert sich nur durch Änderungsanträge: Fügen Sie Dateien dort hinzu.',
  copyLink: 'Link kopieren',
  copied: 'Kopiert',
  notCopied: 'Der Browser hat das Kopieren nicht erlaubt.',
  open: 'Öffnen',
  rename: 'Umbenennen',
  renameTitle: 'Datei umbenennen',
  save: 'Umbenennen',
  remove: 'Löschen',
  removeTitle: (name) => `${name} löschen?`,
  removeText: (count) =>
    count === 0
      ? 'Keine Seite verwendet sie. Frühere Revisionen behalten sie.'
      : `${count === 1 ? '1 Stelle verwendet sie und zeigt' : `${count} Stellen verwenden sie und zeigen`} dann nichts mehr. Frühere Revisionen behalten sie.`,
  removed: (name) => `${name} wurde gelöscht.`,
  renamed: (name) => `Umbenannt in ${name}.`,
  reusable: 'Wiederverwendbarer Inhalt',
  pixels: (width, height) => `${width} × ${height}`,
}

export const links: Texts['links'] = {
  title: 'Links',
  filter: 'Welche Links',
  broken: 'Defekt',
  all: 'Alle',
  other: 'Andere Bereiche',
  link: 'Link',
  page: 'Seite',
  state: 'Zustand',
  states: {
    BROKEN: 'Führt ins Leere',
    OK: 'Funktioniert',
    IN_APP: 'Führt in einen anderen Bereich',
  },
  reasons: {
    PAGE: 'Die Seite oder die Überschrift existiert nicht.',
    FILE: 'Die Datei existiert nicht.',
    SPACE: 'Der Bereich existiert nicht, oder Sie können ihn nicht sehen.',
    REUSABLE_CONTENT: 'Der wiederverwendbare Inhalt existiert nicht.',
    URL: 'Nichts hat diese Adresse.',
  },
  noPage: 'Außerhalb der Seiten',
  noneBroken: 'Jeder Link hat ein Ziel.',
  none: 'Es gibt keine Links.',
}
