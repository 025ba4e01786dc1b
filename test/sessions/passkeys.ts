import type { TestApp } from '../support/app.ts'
import { Authenticator } from './authenticator.ts'
import { Browser, setupCodeFor } from './signing-in.ts'

/** The same server by a host name, to which passkeys can belong. */
export const atLocalhost = ({ origin }: Pick<TestApp, 'origin'>) => ({
  origin: origin.replace('127.0.0.1', 'localhost'),
})

let people = 0

/** A browser at localhost, whose person has set up their account with a passkey of this device. */
export async function signedInWithPasskey(t: TestApp, userId: string, device = deviceFor(t)) {
  const browser = new Browser(atLocalhost(t))
  const code = await setupCodeFor(t, userId)
  const email = `keyed-${++people}@example.com`
  const answer = await chosenPasskey(browser, device, code)
  const set = await browser.auth('setup', {
    code,
    displayName: 'Ann',
    email,
    passkey: { name: 'Key', answer },
  })
  if (set.status !== 200) throw new Error(set.text)
  return { browser, device, email }
}

export const deviceFor = (t: TestApp, options = {}) => new Authenticator(atLocalhost(t).origin, options)

/** A new passkey of a device for the account that a link opens. */
export async function chosenPasskey(browser: Browser, device: Authenticator, code: string, deviation = {}) {
  const options = await browser.auth('passkey/choose/options', { code, displayName: 'Ann' })
  if (options.status !== 200) throw new Error(options.text)
  return device.create(options.body, deviation)
}

/** An answer of a device with which a person signs in. */
export async function proofToSignIn(browser: Browser, device: Authenticator, deviation = {}) {
  return device.get((await browser.auth('passkey/options')).body, deviation)
}

/** Signs in with a passkey of the device, in a browser of its own. */
export async function signInWith(t: TestApp, device: Authenticator, deviation = {}) {
  const browser = new Browser(atLocalhost(t))
  const answer = await proofToSignIn(browser, device, deviation)
  return { browser, answer, response: await browser.auth('passkey', { answer }) }
}
