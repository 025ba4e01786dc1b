import type { Texts } from '../texts.ts'

export const space: Texts['space'] = {
  pages: 'Seiten',
  noPages: 'Noch keine Seiten.',
  children: (title) => `Seiten unter ${title}`,
  hidden: 'Auf veröffentlichten Websites verborgen',
  views: 'Ansichten des Bereichs',
  actions: 'Aktionen für den Bereich',
  exportPdf: 'Als PDF exportieren',
  changes: 'Änderungsanträge',
  openChanges: (count) => `${count} offen`,
  history: 'Verlauf',
  files: 'Dateien',
  links: 'Links',
  access: 'Zugriff',
  git: 'Git',
  settings: 'Einstellungen',
  here: 'Gerade hier',
  nobodyElse: 'Sonst ist niemand hier',
  andMore: (count) => `und ${count} weitere`,
  editing: (name) => `${name} (bearbeitet)`,
  publish: 'Veröffentlichen …',
}
