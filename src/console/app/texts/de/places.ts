import type { Texts } from '../texts.ts'

export const places: Texts['places'] = {
  spaces: 'Bereiche',
  spacesOf: (organization) => `Bereiche von ${organization}`,
  sites: 'Websites',
  sitesOf: (organization) => `Websites von ${organization}`,
  moreSites: (count) => `und ${count} weitere`,
  collections: 'Sammlungen',
  untitled: 'Ohne Titel',
  noSpacesHere: 'Keine Bereiche darin',
  published: 'Veröffentlicht',
  unpublished: 'Nicht veröffentlicht',
  open: (count) => `${count} offen`,
  openChangesOf: (count, space) =>
    count === 1 ? `1 offener Änderungsantrag in ${space}` : `${count} offene Änderungsanträge in ${space}`,
  openPublished: (space) => `${space} öffnen, wie Leser es sehen`,
  newSpace: 'Neuer Bereich',
  newSpaceHint: 'Ein Bereich enthält Seiten. Sie können ihn später in eine andere Sammlung verschieben.',
  title: 'Titel',
  emoji: 'Emoji',
  organization: 'Organisation',
  collection: 'Sammlung',
  noCollection: 'Keine',
  create: 'Bereich erstellen',
  cancel: 'Abbrechen',
  emptyOrganization:
    'Noch keine Bereiche. Ein Bereich enthält die Seiten eines Produkts, eines Handbuchs oder einer Anleitung.',
  emptyCollection: 'In dieser Sammlung ist noch nichts.',
  noneVisible:
    'Hier ist kein Bereich, den Sie sehen können. Bitten Sie einen Administrator der Organisation um Zugriff.',
}
