// Which packages are part of the build, and the notices that their licences require. Plain JavaScript, as it runs before
// anything is compiled.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** The licences of packages that Quire may contain: all of them allow it with a notice, and ask nothing of its users. */
export const ACCEPTED_LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** The licences of packages that state them in their licence file alone. */
const LICENCES_IN_FILES = new Map([['khroma', 'MIT']])

const NOTICE_FILE = /^(licen[cs]e|copying|notice)/i

/**
 * The folders of the packages that files belong to, from the root of the project.
 * @param {Iterable<string>} files
 * @returns {string[]}
 */
export function packageFolders(files) {
  const folders = new Set()
  for (const file of files) {
    const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
    // Where node_modules is a link, the path leads out of the project first.
    if (folder !== undefined) folders.add(folder.slice(folder.indexOf('node_modules/')))
  }
  return [...folders].sort()
}

/**
 * Whether a licence, or one that can be chosen, is accepted.
 * @param {string} licence an SPDX expression
 */
export function isAccepted(licence) {
  return licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => ACCEPTED_LICENCES.has(each)))
}

/**
 * The text of THIRD-PARTY-NOTICES for the packages in these folders. Throws if a licence is not accepted.
 * @param {readonly string[]} folders
 */
export function noticesOf(folders) {
  const notices = folders.map((folder) => {
    const facts = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const { name, version, author, homepage, license = LICENCES_IN_FILES.get(name) } = facts
    if (typeof license !== 'string' || !isAccepted(license)) {
      throw new Error(
        `${name} ${version} has the licence ${JSON.stringify(license)}, which is not in ACCEPTED_LICENCES (${import.meta.filename}). Remove the package, or add the licence once its terms are checked.`,
      )
    }
    const texts = readdirSync(join(root, folder))
      .filter((file) => NOTICE_FILE.test(file))
      .sort()
      .map((file) => readFileSync(join(root, folder, file), 'utf8').trim())
    const holder = typeof author === 'string' ? author : author?.name
    const lines = [`Licence: ${license}`, holder && `Author: ${holder}`, homepage && `Home page: ${homepage}`]
    return [`${name} ${version}`, lines.filter(Boolean).join('\n'), ...texts].join('\n\n')
  })
  return `Quire contains parts of these packages.\n\n${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
