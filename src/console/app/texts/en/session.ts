export const session = {
  signedOut: 'You are signed out',
  signOutAtProvider: 'Sign out at your provider as well',
  signIn: 'Sign in',
  ended: 'Your session has ended',
  endedHint: 'Sign in again to go on. What you have written stays as it is.',
  email: 'E-mail address',
  password: 'Password',
  withPasskey: 'Sign in with a passkey',
  inOtherTab: 'Sign in in another tab',
}
