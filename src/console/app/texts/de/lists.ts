import type { Texts } from '../texts.ts'

export const lists: Texts['lists'] = {
  next: 'Nächste Zeile',
  previous: 'Vorherige Zeile',
  showMore: 'Mehr anzeigen',
  shown: (shown, total) => `${shown} von ${total}`,
}
