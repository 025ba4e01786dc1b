import fc from 'fast-check'
import { folderOf } from '../../src/modules/revisions/index.ts'
import {
  addPage,
  type Content,
  copyOf,
  deletePage,
  emptyContent,
  putText,
  updatePage,
} from './memory-content.ts'

interface Edit {
  kind: (typeof kinds)[number]
  page: number
  other: number
  place: number
  value: number
}

const kinds = [
  'add',
  'add',
  'delete',
  'move',
  'move',
  'sort',
  'title',
  'slug',
  'flag',
  'variable',
  'layout',
  'text',
  'text',
  'link',
  'file',
  'file_gone',
  'reusable',
  'space_variable',
] as const

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(...kinds),
  page: fc.nat(30),
  other: fc.nat(30),
  place: fc.nat(6),
  value: fc.nat(4),
})

const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon']
const startText = (id: string) => {
  const paragraphs = words.map((word) => `${word} of ${id}\n\n`).join('')
  return `---\ndescription: about ${id}\nicon: star\n---\n\n# ${id}\n\n${paragraphs}`
}

/** A revision with some pages on two or more levels, a file, a reusable content and variables. */
const base: fc.Arbitrary<Content> = fc.array(fc.nat(10), { minLength: 1, maxLength: 8 }).map((parents) => {
  const content = emptyContent()
  for (const [index, parent] of parents.entries()) {
    const id = `b${index}`
    if (index === 1) addPage(content, id, { type: 'group' })
    else {
      const above = index === 0 || parent > index - 1 ? null : `b${parent}`
      addPage(content, id, { parent: above, text: startText(id) })
    }
  }
  content.files.set('f0', file('f0', 0))
  content.files.set('f1', file('f1', 0))
  content.reusables.set('r0', { title: 'r0', document: putText(content, startText('r0')), createdAt })
  content.variables = { a: '0', b: '0' }
  return content
})

const createdAt = '2026-01-01T00:00:00.000Z'
const file = (name: string, version: number) => ({
  name,
  contentType: 'text/plain',
  size: version,
  blob: `blob${version}`,
  createdAt,
})

/** A revision and two that were made from it, each by a few edits of its own. */
export const threeContents = fc
  .tuple(base, fc.array(edit, { maxLength: 6 }), fc.array(edit, { maxLength: 6 }))
  .map(([content, one, other]) => ({
    base: content,
    primary: edited(content, one, 'p', 2),
    changed: edited(content, other, 'c', 3),
  }))

function edited(content: Content, edits: readonly Edit[], side: string, month: number): Content {
  const copy = copyOf(content)
  for (const [index, each] of edits.entries()) {
    const updatedAt = `2026-0${month}-0${index + 1}T00:00:00.000Z`
    apply(copy, each, `n${each.value}${side}${index}`, updatedAt)
  }
  return copy
}

function apply(
  content: Content,
  { kind, page, other, place, value }: Edit,
  newId: string,
  updatedAt: string,
): void {
  const ids = [...content.pages.keys()].sort()
  const id = ids[page % Math.max(ids.length, 1)]
  const target = other % (ids.length + 1) === ids.length ? null : (ids[other % (ids.length + 1)] ?? null)
  const siblings = (parent: string | null) => content.folders.get(folderOf(parent))?.pages ?? []
  const isFree = (parent: string | null, slug: string, self?: string) =>
    !siblings(parent).some(([each, taken]) => taken === slug && each !== self)

  if (kind === 'add') {
    // Few slugs and texts, so that both sides often add at the same path.
    const slug = `new-${value}`
    if (isFree(target, slug))
      addPage(
        content,
        newId,
        { parent: target, slug, title: slug, text: `# ${slug}\n\n${place % 2}\n` },
        place,
      )
  } else if (kind === 'file') content.files.set(`f${page % 3}`, file(`f${page % 3}`, value))
  else if (kind === 'file_gone') content.files.delete(`f${page % 2}`)
  else if (kind === 'reusable')
    content.reusables.set('r0', {
      title: `r${place}`,
      document: putText(content, `${startText('r0')}${value}\n`),
      createdAt,
      updatedAt,
    })
  else if (kind === 'space_variable')
    content.variables = { ...content.variables, [page % 2 ? 'a' : 'c']: `${value}` }
  if (id === undefined) return
  const record = content.pages.get(id)
  if (!record) return

  if (kind === 'delete') deletePage(content, id)
  else if (kind === 'sort') updatePage(content, id, { at: place })
  else if (kind === 'title') updatePage(content, id, { title: `${id} ${value}`, updatedAt })
  else if (kind === 'flag') updatePage(content, id, { hidden: value % 2 === 0, updatedAt })
  else if (kind === 'variable')
    updatePage(content, id, { variables: { ...record.variables, [`v${place % 3}`]: `${value}` }, updatedAt })
  else if (kind === 'layout')
    updatePage(content, id, {
      layout: { ...record.layout, [place % 2 ? 'outline' : 'title']: value % 2 === 0 },
      updatedAt,
    })
  else if (kind === 'link')
    updatePage(content, id, { target: { kind: 'url', url: `https://x.test/${value}` } })
  else if (kind === 'slug') {
    const slug = `slug-${value}`
    if (isFree(record.parent, slug, id)) updatePage(content, id, { slug, updatedAt })
  } else if (kind === 'move') {
    const isBelow = (at: string | null): boolean =>
      at !== null && (at === id || isBelow(content.pages.get(at)?.parent ?? null))
    if (record.type !== 'group' && !isBelow(target) && isFree(target, record.slug, id))
      updatePage(content, id, { parent: target, at: place, updatedAt })
  } else if (kind === 'text' && record.document !== undefined) {
    const text = content.documents.get(record.document) ?? ''
    const word = words[place % words.length] ?? ''
    const pick = place % 2 ? text.replace(word, `${word} ${value}`) : `${text}${word} ${value}\n`
    updatePage(content, id, {
      text: value === 4 ? text.replace('icon: star', `icon: ${word}`) : pick,
      updatedAt,
    })
  }
}
