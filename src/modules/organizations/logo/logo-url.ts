import type { Settings } from '../../../core/settings.ts'

/** The path at which anyone can read an uploaded logo. */
export const LOGOS_PATH = '/organization-logos'

export const logoPath = (organizationId: string, hash: string) => `${LOGOS_PATH}/${organizationId}/${hash}`

/** The address of a logo: those that were uploaded are stored as a path on this server. */
export const logoUrl = ({ origin }: Pick<Settings, 'origin'>, stored: string | null): string | null =>
  stored?.startsWith('/') ? `${origin()}${stored}` : stored

/** What is stored for an address: the path, if `logoUrl` has made the address of one. */
export function storedLogo({ origin }: Pick<Settings, 'origin'>, url: string | null): string | null {
  const own = `${origin()}${LOGOS_PATH}/`
  return url?.startsWith(own) ? url.slice(origin().length) : url
}
