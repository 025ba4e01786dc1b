import type { Integration } from '../../generated/prisma/client.ts'
import type { Urls } from '../../http/urls.ts'

type Versioned = Pick<Integration, 'id' | 'version'>
type Pictured = Versioned & Pick<Integration, 'visibility'>

const SIGNED_MS = 60 * 60 * 1000

export const integrationsPath = '/integrations'
export const integrationPath = `${integrationsPath}/:integrationName`
export const installationsPath = `${integrationPath}/installations`
export const installationPath = `${installationsPath}/:installationId`

export const integrationUrl = (urls: Urls, name: string) =>
  urls.api(`/integrations/${encodeURIComponent(name)}`)
export const integrationAppUrl = (urls: Urls, name: string) =>
  urls.app(`/integrations/${encodeURIComponent(name)}`)

const publicPath = ({ id, version }: Versioned) => `/integrations/${id}/v${version}/public`

/** Where the script of a version is, for browsers of readers. The id of an integration cannot be guessed. */
export const publicEndpoint = (urls: Urls, at: Versioned) => urls.open(publicPath(at))
export const scriptPath = (at: Versioned) => `${publicPath(at)}/script.js`

/** The URL of an installation in the REST API. */
export const installationUrl = (urls: Urls, name: string, id: string) =>
  `${integrationUrl(urls, name)}/installations/${id}`

/** The pictures of a private integration have signed URLs, which expire. */
const pictures = (urls: Urls, { id, version, visibility }: Pictured, path: string) =>
  visibility === 'private'
    ? urls.signed(`/integrations/${id}/v${version}/files/${path}`, SIGNED_MS)
    : urls.open(`/integrations/${id}/v${version}/assets/${path}`)

/** The list of the pictures of a version. */
export const assetsUrl = (urls: Urls, at: Pictured) => pictures(urls, at, 'index.json')
export const iconUrl = (urls: Urls, at: Pictured) => pictures(urls, at, 'icon')
export const previewUrl = (urls: Urls, at: Pictured, index: number) =>
  pictures(urls, at, `preview-${index + 1}`)
