import type { Texts } from '../texts.ts'

export const session: Texts['session'] = {
  signedOut: 'Sie sind abgemeldet',
  signOutAtProvider: 'Auch beim Anbieter abmelden',
  signIn: 'Anmelden',
  ended: 'Ihre Sitzung ist beendet',
  endedHint: 'Melden Sie sich wieder an, um weiterzumachen. Was Sie geschrieben haben, bleibt erhalten.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  withPasskey: 'Mit einem Passkey anmelden',
  inOtherTab: 'In einem anderen Tab anmelden',
}
