import { button, h } from './dom.ts'
import { show, showNavigation } from './layout.ts'
import { callAuth, execute } from './server.ts'
import { type AccountTheme, followAccount } from './themes.ts'

export interface SignedIn {
  user: { id: string; displayName: string; email: string | null; isOperator: boolean }
  organizations: {
    id: string
    title: string
    viewerMember: { role: string | null } | null
    permissions: { admin: boolean }
  }[]
}

const VIEWER = `query SignedIn { viewer { user { id displayName email isOperator } preferences { theme }
  organizations(first: 100) { nodes { id title viewerMember { role } permissions { admin } } } } }`

interface Answer {
  viewer: {
    user: SignedIn['user']
    preferences: { theme: AccountTheme }
    organizations: { nodes: SignedIn['organizations'] } | null
  }
}

/** Says that the person is signed out here, where they may want to sign out at their provider as well. */
function showSignedOut(providerUrl: string): void {
  show(
    { title: 'You are signed out', isNarrow: true },
    h('p', {}, h('a', { href: providerUrl }, 'Sign out at your provider as well')),
    h('p', {}, h('a', { href: '/app/sign-in' }, 'Sign in')),
  )
}

async function signOut(): Promise<void> {
  // Somebody whose session has ended already is signed out as well.
  const { providerUrl } = await callAuth<{ providerUrl?: string }>('sign-out').catch(() => ({
    providerUrl: undefined,
  }))
  if (providerUrl === undefined) location.replace('/app/sign-in')
  else showSignedOut(providerUrl)
}

/** The person who is signed in, and the links for them. Throws with the reason `unauthenticated` if nobody is. */
export async function readSignedIn(): Promise<SignedIn> {
  const { viewer } = await execute<Answer>(VIEWER)
  // Without a choice, the one that was made in this browser, for example on a site, stays.
  if (viewer.preferences.theme !== null) followAccount(viewer.preferences.theme)
  showNavigation(
    h('span', { class: 'person' }, viewer.user.displayName),
    h('a', { href: '/app/account' }, 'Account'),
    button('Sign out', () => void signOut(), 'button small'),
  )
  return { user: viewer.user, organizations: viewer.organizations?.nodes ?? [] }
}
