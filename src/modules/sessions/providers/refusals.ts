/** Why a sign-in at a provider failed. The address of the sign-in page has the code; the page shows the text. */
export const refusals = {
  expired: 'This sign-in has expired, was used already, or was begun in another browser. Begin again.',
  denied: 'The sign-in was cancelled at the provider. Begin again, or sign in another way.',
  provider_unavailable: 'The provider cannot be reached. Try again later, or sign in another way.',
  provider_failed: 'The response of the provider is not valid. Begin again, or sign in another way.',
  email_unverified:
    'The provider does not confirm your e-mail address. Confirm it there, or sign in another way.',
  not_invited: 'There is no account for you here. Ask an admin for an invitation.',
  invite_invalid: 'This invitation is no longer valid. Ask for another one.',
  link_required:
    'There is an account with your e-mail address. Sign in to it another way, and add the provider there.',
  linked_elsewhere: 'This account of the provider belongs to another person here. Use another one.',
  disabled: 'Your account is disabled. Ask an operator of this instance to enable it.',
  signed_out: 'You signed out before the provider was added. Sign in, and add it again.',
} as const satisfies Record<string, string>

export type RefusalCode = keyof typeof refusals

/** The text for a code in an address; undefined for anything else. */
export const refusalText = (code: string): string | undefined =>
  Object.hasOwn(refusals, code) ? refusals[code as RefusalCode] : undefined
