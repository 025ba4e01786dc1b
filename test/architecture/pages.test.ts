import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'

const markdownIn = (folder: string) =>
  readdirSync(join(projectRoot, folder)).filter((name) => name.endsWith('.md'))
const guides = markdownIn('docs').map((name) => `docs/${name}`)
const pages = new Map(
  [...markdownIn('.'), ...guides].map((path) => {
    const text = readFileSync(join(projectRoot, path), 'utf8')
    // What a block of code contains is neither a heading nor a link.
    return [path, text.replaceAll(/```[\s\S]*?```/g, '')] as const
  }),
)

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')

const anchorsIn = (text: string) =>
  new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)))

/** Links to files that do not exist, and to headings that a page does not have. */
function brokenLinks(path: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false
    const [file = '', anchor] = target.split('#')
    const linked = file === '' ? path : posix.join(posix.dirname(path), file)
    if (file !== '' && !existsSync(join(projectRoot, linked))) return true
    const page = linked === path ? text : pages.get(linked)
    return anchor !== undefined && page !== undefined && !anchorsIn(page).has(anchor)
  })
}

describe('the pages of the documentation', () => {
  it.each([...pages])('%s links only to files and headings that exist', (path, text) => {
    expect(brokenLinks(path, text)).toEqual([])
  })

  it.each(guides)('%s begins with a sentence about its purpose', (path) => {
    const [title = '', first = ''] = (pages.get(path) ?? '').split(/\n\n/)
    expect(title).toMatch(/^# \S/)
    expect(first).toMatch(
      /^(This (page|tutorial|tour)|Use this page|Look up on this page|Follow this tutorial)\b/,
    )
  })

  it('a link to a missing file or heading is found', () => {
    const text =
      '# A\n\n## Two words\n[a](b.md) [c](#two-words) [d](#three) ![e](e.png) [f](https://example.com/#x)'
    expect(brokenLinks('docs/a.md', text)).toEqual(['b.md', '#three', 'e.png'])
  })
})
