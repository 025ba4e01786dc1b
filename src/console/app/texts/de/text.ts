import type { Texts } from '../index.ts'

export const text: Texts['text'] = {
  copy: 'Kopieren',
  copied: 'Kopiert',
  enlarge: 'Bild vergrößern',
  close: 'Schließen',
}
