import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dist = new URL('../../dist/', import.meta.url).href

/** By the URL of a compiled file; null for one without a map. @type {Map<string, SourceMap | null>} */
const maps = new Map()

/**
 * Shows positions in the sources in stacks of errors. Node can do that too (`process.setSourceMapsEnabled`), and a start
 * takes only 0.12 s more. But it also maps the stacks of errors of GraphQL fields, which are never printed: the first one blocks
 * the event loop for 50 ms more, and each further one for 0.13 ms, so that one request with many of them blocks all others.
 */
export function useSourceMaps() {
  Error.prepareStackTrace = (error, frames) => {
    if (isOfGraphQL(error)) return `GraphQLError: ${error.message}`
    const lines = frames.map((frame) => `\n    at ${frame.toString().replace(POSITION, inSources)}`)
    return `${headOf(error)}${lines.join('')}`
  }
}

/**
 * Every error of a field is an error of the GraphQL library with another one as its cause. The library replaces its
 * stack by that of the cause, and V8 formats the old one for it: reading maps would block the event loop for 100 ms, and
 * the text of such an error includes lines of the query.
 * @param {unknown} error
 * @returns {error is Error}
 */
function isOfGraphQL(error) {
  try {
    return error instanceof Error && error.name === 'GraphQLError'
  } catch {
    return false
  }
}

/** `file:///…/dist/chunks/app-6EADSIGX.js:12:34` */
const POSITION = /(file:\/\/[^\s()]{1,4000}\.js):(\d{1,9}):(\d{1,9})/

/** @param {unknown} error */
function headOf(error) {
  try {
    return String(error)
  } catch {
    return 'Error'
  }
}

/**
 * @param {string} position
 * @param {string} url
 * @param {string} line
 * @param {string} column
 */
function inSources(position, url, line, column) {
  const found = mapOf(url)?.findEntry(Number(line) - 1, Number(column) - 1)
  if (!found || !('originalSource' in found)) return position
  const source = relative(root, fileURLToPath(new URL(found.originalSource, url)))
  return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`
}

/** @param {string} url */
function mapOf(url) {
  if (!url.startsWith(dist)) return null
  let map = maps.get(url)
  if (map === undefined) {
    map = readMap(url)
    maps.set(url, map)
  }
  return map
}

/** @param {string} url */
function readMap(url) {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')))
  } catch {
    // The file was built again while this process runs.
    return null
  }
}
