/** The texts of the pages to sign in, to set up, to join and to reset, and of the dialog that asks who it is. */
export const en = {
  apis: 'APIs and documentation of this server',
  failed: 'This did not work',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  or: 'or',
  account: 'Account',
  signIn: 'Sign in',
  /** What is wrong, where the server has not said it. */
  problems: {
    required: 'Fill in this field.',
    email: 'Enter an e-mail address, such as ann@example.com.',
    passkey: 'The passkey was not used. Try again, or choose another way.',
    unknown: 'Something went wrong. Try again.',
    offline: 'The server cannot be reached. Check your connection, and try again.',
    status: (status: number) => `The server answered with the status ${status}. Try again later.`,
    provider: 'The sign-in failed. Begin again, or sign in another way.',
  },
  fields: {
    email: 'E-mail address',
    password: 'Password',
    name: 'Your name',
    newPassword: 'At least 12 characters. Four unusual words are easy to remember and hard to guess.',
  },
  signInScreen: {
    forgot: 'Forgot your password?',
    withPasskey: 'Sign in with a passkey',
    withProvider: (title: string) => `Sign in with ${title}`,
    withToken: 'Sign in with an API token',
    token: 'API token',
    tokenHint: 'One without scopes, such as the token that the first start of the server printed.',
    sendToken: 'Sign in with the token',
  },
  credential: {
    passkeyInstead: 'Use a passkey instead',
    passwordInstead: 'Use a password instead',
    none: 'Passwords and passkeys are turned off on this server.',
  },
  setup: {
    title: 'Set up your account',
    lead: 'You become the operator of this server. You sign in with what you choose here.',
    submit: 'Set up the account',
    submitPasskey: 'Set up the account with a passkey',
    broken:
      'This link is not complete. Copy all of it, or run `npx quire setup-link` on the server to get another one.',
  },
  join: {
    title: (organization: string) => `Join ${organization}`,
    lead: (inviter: string | undefined, invited: string | null, organization: string) =>
      `${inviter ?? 'Somebody'} invited ${invited ?? 'you'} to ${organization}.`,
    as: (name: string) => `You join as ${name}.`,
    submit: 'Join',
    submitPasskey: 'Join with a passkey',
    withProvider: (title: string) => `Join with ${title}`,
    mail: 'Send me a mail',
    mailTo: (email: string) => `Send a mail to ${email}`,
    mailed: 'A mail with a link is on its way. Open the link to continue.',
    signInAs: (email: string) => `Sign in as ${email} to join`,
    hasAccount: 'Sign in, if you have an account',
    broken: 'This invitation does not work',
  },
  reset: {
    title: 'Reset your password',
    lead: 'A link to choose a new password is mailed to you.',
    submit: 'Send me a link',
    // The same for every address: whether it has an account is not told.
    mailed: 'If there is an account with this address, a mail with a link is on its way.',
    choose: 'Choose a new password',
    signsOut: 'All browsers in which you are signed in are signed out.',
    save: 'Save and sign in',
    savePasskey: 'Save and sign in with a passkey',
  },
  confirm: {
    title: 'Confirm your e-mail address',
    submit: 'Confirm the address',
    broken: 'This link is not complete. Copy all of it from the mail.',
    done: 'Your e-mail address is confirmed',
    address: (email: string) => `From now on, your account has the address ${email}.`,
  },
  prove: {
    title: 'Confirm that it is you',
    lead: 'You signed in a while ago, and this changes who can use your account.',
    password: 'Your password',
    submit: 'Confirm',
    withPasskey: 'Confirm with a passkey',
    withProvider: (title: string) => `Confirm with ${title}`,
    signInAgain: 'Sign in again',
    cancelled: 'Nothing was changed, because you did not confirm that it is you.',
  },
}

export type PageTexts = typeof en
