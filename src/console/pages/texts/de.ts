import type { PageTexts } from './en.ts'

export const de: PageTexts = {
  apis: 'APIs und Dokumentation dieses Servers',
  failed: 'Das hat nicht geklappt',
  tryAgain: 'Erneut versuchen',
  cancel: 'Abbrechen',
  or: 'oder',
  account: 'Konto',
  signIn: 'Anmelden',
  problems: {
    required: 'Füllen Sie dieses Feld aus.',
    email: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ann@example.com.',
    passkey:
      'Der Passkey wurde nicht verwendet. Versuchen Sie es noch einmal, oder wählen Sie einen anderen Weg.',
    unknown: 'Etwas ist schiefgegangen. Versuchen Sie es noch einmal.',
    offline: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
    status: (status) =>
      `Der Server hat mit dem Status ${status} geantwortet. Versuchen Sie es später noch einmal.`,
    provider: 'Die Anmeldung ist fehlgeschlagen. Beginnen Sie von vorn, oder melden Sie sich anders an.',
  },
  fields: {
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    name: 'Ihr Name',
    newPassword:
      'Mindestens 12 Zeichen. Vier ungewöhnliche Wörter sind leicht zu merken und schwer zu erraten.',
  },
  signInScreen: {
    forgot: 'Passwort vergessen?',
    withPasskey: 'Mit einem Passkey anmelden',
    withProvider: (title) => `Mit ${title} anmelden`,
    withToken: 'Mit einem API-Token anmelden',
    token: 'API-Token',
    tokenHint: 'Einer ohne Scopes, zum Beispiel der Token, den der erste Start des Servers ausgegeben hat.',
    sendToken: 'Mit dem Token anmelden',
  },
  credential: {
    passkeyInstead: 'Stattdessen einen Passkey verwenden',
    passwordInstead: 'Stattdessen ein Passwort verwenden',
    none: 'Passwörter und Passkeys sind auf diesem Server abgeschaltet.',
  },
  setup: {
    title: 'Konto einrichten',
    lead: 'Sie werden Betreiber dieses Servers. Sie melden sich mit dem an, was Sie hier wählen.',
    submit: 'Konto einrichten',
    submitPasskey: 'Konto mit einem Passkey einrichten',
    broken:
      'Dieser Link ist nicht vollständig. Kopieren Sie ihn ganz, oder führen Sie auf dem Server `npx quire setup-link` aus, um einen neuen zu erhalten.',
  },
  join: {
    title: (organization) => `${organization} beitreten`,
    lead: (inviter, invited, organization) =>
      `${inviter ?? 'Jemand'} hat ${invited ?? 'Sie'} zu ${organization} eingeladen.`,
    as: (name) => `Sie treten als ${name} bei.`,
    submit: 'Beitreten',
    submitPasskey: 'Mit einem Passkey beitreten',
    withProvider: (title) => `Mit ${title} beitreten`,
    mail: 'E-Mail senden',
    mailTo: (email) => `E-Mail an ${email} senden`,
    mailed: 'Eine E-Mail mit einem Link ist unterwegs. Öffnen Sie den Link, um fortzufahren.',
    signInAs: (email) => `Als ${email} anmelden, um beizutreten`,
    hasAccount: 'Anmelden, falls Sie ein Konto haben',
    broken: 'Diese Einladung gilt nicht',
  },
  reset: {
    title: 'Passwort zurücksetzen',
    lead: 'Sie erhalten eine E-Mail mit einem Link, um ein neues Passwort zu wählen.',
    submit: 'Link senden',
    mailed: 'Falls es ein Konto mit dieser Adresse gibt, ist eine E-Mail mit einem Link unterwegs.',
    choose: 'Neues Passwort wählen',
    signsOut: 'Alle Browser, in denen Sie angemeldet sind, werden abgemeldet.',
    save: 'Speichern und anmelden',
    savePasskey: 'Speichern und mit einem Passkey anmelden',
  },
  confirm: {
    title: 'E-Mail-Adresse bestätigen',
    submit: 'Adresse bestätigen',
    broken: 'Dieser Link ist nicht vollständig. Kopieren Sie ihn ganz aus der E-Mail.',
    done: 'Ihre E-Mail-Adresse ist bestätigt',
    address: (email) => `Ab jetzt hat Ihr Konto die Adresse ${email}.`,
  },
  prove: {
    title: 'Bestätigen Sie, dass Sie es sind',
    lead: 'Ihre Anmeldung liegt eine Weile zurück, und dies ändert, wer Ihr Konto verwenden kann.',
    password: 'Ihr Passwort',
    submit: 'Bestätigen',
    withPasskey: 'Mit einem Passkey bestätigen',
    withProvider: (title) => `Mit ${title} bestätigen`,
    signInAgain: 'Erneut anmelden',
    cancelled: 'Nichts wurde geändert, weil Sie nicht bestätigt haben, dass Sie es sind.',
  },
}
