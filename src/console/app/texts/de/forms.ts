import type { Texts } from '../texts.ts'

export const forms: Texts['forms'] = {
  save: 'Speichern',
  saved: 'Gespeichert.',
  cancel: 'Abbrechen',
  copy: 'Kopieren',
  copied: 'Kopiert.',
  copySelected: 'Kopieren Sie den markierten Text.',
  fillIn: 'Füllen Sie dieses Feld aus.',
  enterEmail: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ann@example.com.',
  typeToConfirm: (text) => `Zur Bestätigung „${text}“ eingeben`,
  passkeyUnused:
    'Der Passkey wurde nicht verwendet. Versuchen Sie es noch einmal, oder wählen Sie einen anderen Weg.',
  undo: 'Rückgängig',
  undone: 'Rückgängig gemacht.',
  roles: {
    READ: 'Lesen',
    COMMENT: 'Kommentieren',
    EDIT: 'Bearbeiten',
    REVIEW: 'Prüfen',
    CREATE: 'Erstellen',
    ADMIN: 'Administrator',
  },
}
