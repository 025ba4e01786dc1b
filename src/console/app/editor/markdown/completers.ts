import { readable } from '../../screens/space/tree.ts'
import type { TreePage } from '../../screens/space/use-tree-pages.ts'
import { texts } from '../../texts/index.ts'
import { matchesName, mentionOf, mentionQuery } from '../../threads/mentions.ts'
import { findMentionable } from '../../threads/use-mentionable.ts'
import type { EditedFacts } from '../editor-context.ts'
import { insertables } from '../insertables.ts'
import { linkToPage } from '../link-to-page.ts'
import { filesOf } from '../links/files-of.ts'
import type { Choice, Completer } from './completion.ts'

const MAX_CHOICES = 8

const escaped = (title: string): string => title.replace(/[\\[\]]/g, String.raw`\$&`)

/** `/` at the beginning of a line: blocks. */
function slashMenu(): Completer {
  const names = texts.editor.insertables
  return {
    match: (before) => {
      const [, space = '', query] = /^(\s*)\/(\w*)$/.exec(before) ?? []
      return query === undefined ? null : { start: space.length, query }
    },
    find: (query) =>
      Object.entries(names)
        .filter(([name, label]) => matchesName(`${label} ${name}`, query))
        .map(([name, label]) => ({ label, insert: insertables[name as keyof typeof names] })),
  }
}

/** `@` and a name: people, and pages. */
const mentions = (facts: EditedFacts, pages: () => readonly TreePage[]): Completer => ({
  match: (before) => {
    const typed = mentionQuery(before, before.length)
    return typed ? { start: typed.start, query: typed.text } : null
  },
  find: async (query) => {
    const people = await findMentionable(facts.space, query).catch(() => [])
    const choices: Choice[] = people
      .filter(({ displayName }) => matchesName(displayName, query))
      .map((person) => ({ label: person.displayName, insert: `${mentionOf(person)} ` }))
    return [...choices, ...pageChoices(facts, pages(), query, 'mention')].slice(0, MAX_CHOICES)
  },
})

function pageChoices(
  { path: from }: EditedFacts,
  pages: readonly TreePage[],
  query: string,
  as: 'mention' | 'link' | 'target',
): Choice[] {
  const found = readable(pages).filter(
    ({ title, path }) => matchesName(title, query) || path?.startsWith(query.replace(/^[./]+/, '')),
  )
  return found.slice(0, MAX_CHOICES).map(({ title, path }) => {
    const target = linkToPage(from, path ?? '', pages)
    const insert = {
      mention: `[${escaped(title)}](${target} "mention") `,
      link: `[${escaped(title)}](${target})`,
      target: `${target})`,
    }[as]
    return { label: title, detail: path ?? undefined, insert }
  })
}

/** `[[` and a title: a link to a page. */
const pageLinks = (facts: EditedFacts, pages: () => readonly TreePage[]): Completer => ({
  match: (before) => {
    const at = before.lastIndexOf('[[')
    return at < 0 || before.includes(']', at) ? null : { start: at, query: before.slice(at + 2) }
  },
  find: (query) => pageChoices(facts, pages(), query, 'link'),
})

/** Inside of `](` or `!(`: pages and files. */
function targets(facts: EditedFacts, pages: () => readonly TreePage[]): Completer {
  let files: ReturnType<typeof filesOf> | undefined
  return {
    match: (before) => {
      const found = /\]\(([^()\s]*)$/.exec(before)
      return found ? { start: before.length - (found[1]?.length ?? 0), query: found[1] ?? '' } : null
    },
    find: async (query) => {
      files ??= filesOf(facts)
      const named = (await files).filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
      const ofFiles = named.map(({ fileId, name }) => ({ label: name, insert: `/files/${fileId})` }))
      const ofPages = pageChoices(facts, pages(), query, 'target')
      return [...ofPages.slice(0, MAX_CHOICES / 2), ...ofFiles].slice(0, MAX_CHOICES)
    },
  }
}

/** Everything that is completed while somebody types. */
export const completersOf = (facts: EditedFacts, pages: () => readonly TreePage[]): Completer[] => [
  slashMenu(),
  targets(facts, pages),
  pageLinks(facts, pages),
  mentions(facts, pages),
]
