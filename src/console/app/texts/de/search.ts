import type { Texts } from '../texts.ts'

export const search: Texts['search'] = {
  title: 'Suche',
  field: 'In allen Bereichen suchen',
  hint: 'Alle Wörter müssen vorkommen. Setzen Sie eine "Wortfolge" in Anführungszeichen und ein - vor ein Wort, das nicht vorkommen darf.',
  begin: 'Durchsuchen Sie die Seiten aller Bereiche, die Sie sehen können.',
  nothing: (text) => `Keine Seite enthält alle diese Wörter: ${text}`,
  tryOther: 'Versuchen Sie weniger oder andere Wörter.',
  found: (count) => (count === 1 ? '1 Seite gefunden' : `${count} Seiten gefunden`),
  moreInSpace: (title) => `Treffer in ${title}`,
}
