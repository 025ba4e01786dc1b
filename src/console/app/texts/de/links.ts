import type { Texts } from '../texts.ts'

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
