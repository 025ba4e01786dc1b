import type { Texts } from '../texts.ts'

export const imports: Texts['imports'] = {
  below: 'Darunter importieren…',
  action: 'Importieren…',
  empty: 'Noch keine Seiten. Schreiben Sie die erste, oder importieren Sie welche.',
  createAndImport: 'Erstellen und importieren',
}
