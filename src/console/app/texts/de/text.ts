import type { Texts } from '../texts.ts'

export const text: Texts['text'] = {
  copy: 'Kopieren',
  copied: 'Kopiert',
  enlarge: 'Bild vergrößern',
  close: 'Schließen',
}
