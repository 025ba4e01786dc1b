import type { Texts } from '../texts.ts'

export const tree: Texts['tree'] = {
  actions: (title) => `Aktionen für ${title}`,
  selected: 'Ausgewählt',
  proposed: (number) => `Seiten der Änderung #${number}`,
}
