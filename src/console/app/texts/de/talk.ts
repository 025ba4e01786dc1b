import type { Texts } from '../texts.ts'

export const talk: Texts['talk'] = {
  filter: 'Welche Threads',
  filters: {
    all: (count) => `Alle ${count}`,
    open: (count) => `Offen ${count}`,
    resolved: (count) => `Gelöst ${count}`,
  },
  comment: 'Kommentar schreiben',
  empty: 'Noch hat niemand etwas gesagt. Schreiben Sie den ersten Kommentar.',
  noneOf: 'Solche Threads gibt es nicht.',
  somebody: 'Jemand',
  opened: 'hat den Änderungsantrag begonnen',
  edited: (count) => (count === 1 ? 'hat den Inhalt bearbeitet' : `hat den Inhalt ${count}-mal bearbeitet`),
  updated: 'hat ihn mit dem Hauptinhalt aktualisiert',
  ready: 'hat ihn zur Prüfung freigegeben',
  drafted: 'hat ihn wieder zum Entwurf gemacht',
  archived: 'hat den Änderungsantrag archiviert',
  requested: 'hat um eine Prüfung gebeten',
  approved: 'hat die Änderungen genehmigt',
  rejected: 'hat Änderungen verlangt',
  merged: 'hat den Änderungsantrag übernommen',
  outdated: '(eine frühere Fassung)',
}
