import type { Texts } from '../texts.ts'

export const commands: Texts['commands'] = {
  title: 'Suchen oder springen',
  placeholder: 'Suchen oder springen …',
  results: 'Ergebnisse',
  recent: 'Zuletzt',
  spaces: 'Bereiche',
  actions: 'Aktionen',
  screens: 'Ansichten',
  pages: 'Seiten',
  changes: 'Änderungsanträge',
  sites: 'Websites',
  specs: 'OpenAPI-Spezifikationen',
  people: 'Personen',
  instance: 'Instanz',
  allOrganizations: 'Instanz: Organisationen',
  allAccounts: 'Instanz: Konten',
  changeRequest: (number) => `Änderungsantrag #${number}`,
  searching: 'Suche läuft …',
  nothing: 'Nichts gefunden. Versuchen Sie andere Wörter.',
  count: (count) => (count === 1 ? '1 Ergebnis' : `${count} Ergebnisse`),
}
