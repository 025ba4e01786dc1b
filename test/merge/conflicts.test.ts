import { describe, expect, it } from 'vitest'
import { merge } from '../../src/modules/merge/three-way/merge.ts'
import {
  addPage,
  applied,
  type Content,
  changesBetween,
  copyOf,
  deletePage,
  emptyContent,
  flaws,
  inputOf,
  putText,
  readerOf,
  updatePage,
} from './memory-content.ts'
import { mergeTools } from './merge-tools.ts'

const createdAt = '2026-01-01T00:00:00.000Z'
const source = (title: string, ...lines: string[]) => `# ${title}\n\n${lines.join('\n')}\n`

function start(): Content {
  const content = emptyContent()
  addPage(content, 'guide', { text: source('guide', 'one', 'two', 'three', 'four', 'five') })
  addPage(content, 'setup', { parent: 'guide', text: source('setup', 'first') })
  addPage(content, 'usage', { parent: 'guide', text: source('usage', 'first') })
  addPage(content, 'about', { text: source('about', 'us') })
  return content
}

async function mergeEdits(
  primaryEdits: (content: Content) => void,
  changedEdits: (content: Content) => void,
) {
  const base = start()
  const [primary, changed] = [copyOf(base), copyOf(base)]
  primaryEdits(primary)
  changedEdits(changed)
  const result = await merge(inputOf(base, primary, changed), mergeTools)
  const content = applied(primary, changed, result)
  expect(flaws(content)).toEqual([])
  const textOf = (id: string) => content.documents.get(content.pages.get(id)?.document ?? '')
  const namesIn = (id: string) => content.folders.get(id)?.pages.map(([page]) => page)
  return {
    result,
    content,
    textOf,
    namesIn,
    conflicts: result.conflicts.map(({ kind, subject, field }) => [kind, subject, field]),
  }
}

describe('a merge of two sides without overlap', () => {
  it('keeps both edits of one text, byte for byte', async () => {
    const { textOf, conflicts } = await mergeEdits(
      (content) =>
        updatePage(content, 'guide', { text: source('guide', 'ONE', 'two', 'three', 'four', 'five') }),
      (content) =>
        updatePage(content, 'guide', { text: source('guide', 'one', 'two', 'three', 'four', 'FIVE') }),
    )
    expect(conflicts).toEqual([])
    expect(textOf('guide')).toBe(source('guide', 'ONE', 'two', 'three', 'four', 'FIVE'))
  })

  it('keeps a new title and an edit on the line below it', async () => {
    const { textOf, content, conflicts } = await mergeEdits(
      (content) => updatePage(content, 'setup', { title: 'install', text: '# install\n\nfirst\n' }),
      (content) => updatePage(content, 'setup', { text: '# setup\nlead\n\nfirst\n' }),
    )
    expect(conflicts).toEqual([])
    expect(textOf('setup')).toBe('# install\nlead\n\nfirst\n')
    expect(content.pages.get('setup')?.title).toBe('install')
  })

  it('keeps front matter keys of both', async () => {
    const { textOf, conflicts } = await mergeEdits(
      (content) =>
        updatePage(content, 'setup', { icon: 'star', text: '---\nicon: star\n---\n\n# setup\n\nfirst\n' }),
      (content) =>
        updatePage(content, 'setup', {
          hidden: true,
          text: '---\nhidden: true # for now\n---\n\n# setup\n\nfirst\n',
        }),
    )
    expect(conflicts).toEqual([])
    expect(textOf('setup')).toBe('---\nhidden: true # for now\nicon: star\n---\n\n# setup\n\nfirst\n')
  })

  it('keeps additions of each side together, after the page that they follow', async () => {
    const { namesIn } = await mergeEdits(
      (content) => {
        addPage(content, 'p2', { parent: 'guide' }, 1)
        addPage(content, 'p1', { parent: 'guide' }, 2)
      },
      (content) => {
        addPage(content, 'c1', { parent: 'guide' }, 1)
        addPage(content, 'c3', { parent: 'guide' }, 2)
        updatePage(content, 'usage', { at: 0 })
      },
    )
    expect(namesIn('guide')).toEqual(['usage', 'setup', 'c1', 'c3', 'p2', 'p1'])
  })

  it('merges two equal pages that both sides added into one', async () => {
    const twin = { parent: 'guide', slug: 'faq', title: 'FAQ', text: source('FAQ', 'x') }
    const { namesIn, conflicts } = await mergeEdits(
      (content) => addPage(content, 'n2', twin),
      (content) => addPage(content, 'n1', { ...twin, createdAt: '2026-02-01T00:00:00.000Z' }),
    )
    expect(conflicts).toEqual([])
    expect(namesIn('guide')).toEqual(['setup', 'usage', 'n1'])
  })

  it('reads only changed pages and their ancestors', async () => {
    const base = start()
    for (let number = 0; number < 50; number += 1) addPage(base, `other${number}`, { parent: 'about' })
    const [primary, changed] = [copyOf(base), copyOf(base)]
    updatePage(primary, 'setup', { parent: null })
    updatePage(changed, 'usage', { parent: 'about' })
    const asked: string[] = []
    await merge(
      {
        base: readerOf(base, asked),
        primary: readerOf(primary, asked),
        changed: readerOf(changed, asked),
        primaryChanges: changesBetween(base, primary),
        changedChanges: changesBetween(base, changed),
      },
      mergeTools,
    )
    expect([...new Set(asked)].sort()).toEqual(['about', 'guide', 'root', 'setup', 'usage'])
  })
})

describe('a conflict', () => {
  it('edit_edit of text has the lines, and keeps those of the change request in an otherwise merged text', async () => {
    const { result, textOf, conflicts } = await mergeEdits(
      (content) =>
        updatePage(content, 'guide', { text: source('guide', 'ONE', 'two', 'three', 'four', 'primary') }),
      (content) =>
        updatePage(content, 'guide', { text: source('guide', 'one', 'two', 'three', 'four', 'changed') }),
    )
    expect(conflicts).toEqual([['edit_edit', 'guide', undefined]])
    const [conflict] = result.conflicts
    expect(conflict?.hunks).toEqual([
      {
        base: { start: 7, lines: ['five'] },
        primary: { start: 7, lines: ['primary'] },
        changed: { start: 7, lines: ['changed'] },
      },
    ])
    expect(textOf('guide')).toBe(source('guide', 'ONE', 'two', 'three', 'four', 'changed'))
    expect(conflict?.resolved?.primary).toBe(source('guide', 'ONE', 'two', 'three', 'four', 'primary'))
    expect(conflict?.base?.markdown).toBe(source('guide', 'one', 'two', 'three', 'four', 'five'))
  })

  it('edit_edit of a title is one conflict, without another one of its heading', async () => {
    const { result, textOf, conflicts } = await mergeEdits(
      (content) => updatePage(content, 'setup', { title: 'P', text: source('P', 'first') }),
      (content) => updatePage(content, 'setup', { title: 'C', text: source('C', 'first', 'more') }),
    )
    expect(conflicts).toEqual([['edit_edit', 'setup', 'title']])
    expect(result.conflicts[0]).toMatchObject({
      base: { value: 'setup' },
      primary: { value: 'P' },
      changed: { value: 'C' },
    })
    expect(textOf('setup')).toBe(source('C', 'first', 'more'))
  })

  it('edit_edit of front matter reports the key once', async () => {
    const text = (icon: string, tags: string) =>
      `---\nicon: ${icon}\ntags: ${tags}\n---\n\n# setup\n\nfirst\n`
    const { conflicts, textOf } = await mergeEdits(
      (content) => updatePage(content, 'setup', { icon: 'p', text: text('p', 'p') }),
      (content) => updatePage(content, 'setup', { icon: 'c', text: text('c', 'c') }),
    )
    expect(conflicts).toEqual([
      ['edit_edit', 'setup', 'frontMatter.tags'],
      ['edit_edit', 'setup', 'icon'],
    ])
    expect(textOf('setup')).toBe(text('c', 'c'))
  })

  it('edit_delete keeps a page that the change request edited, with its parents', async () => {
    const { conflicts, namesIn } = await mergeEdits(
      (content) => deletePage(content, 'guide'),
      (content) => updatePage(content, 'setup', { title: 'edited' }),
    )
    expect(conflicts).toEqual([['edit_delete', 'setup', undefined]])
    expect(namesIn('root')).toEqual(['guide', 'about'])
    expect(namesIn('guide')).toEqual(['setup'])
  })

  it('edit_delete deletes a page that the change request deleted, and has the version of main content', async () => {
    const { conflicts, result, content } = await mergeEdits(
      (content) => updatePage(content, 'setup', { title: 'edited' }),
      (content) => deletePage(content, 'setup'),
    )
    expect(conflicts).toEqual([['edit_delete', 'setup', undefined]])
    expect(result.conflicts[0]).toMatchObject({ primary: { page: { title: 'edited' } }, changed: null })
    expect(content.pages.has('setup')).toBe(false)
  })

  it('move_move keeps the parent of the change request', async () => {
    const { conflicts, namesIn } = await mergeEdits(
      (content) => updatePage(content, 'setup', { parent: 'about' }),
      (content) => updatePage(content, 'setup', { parent: null }),
    )
    expect(conflicts).toEqual([['move_move', 'setup', 'parent']])
    expect(namesIn('root')).toEqual(['guide', 'about', 'setup'])
  })

  it('move_into_deleted restores the parent that the change request uses', async () => {
    const { conflicts, namesIn, result } = await mergeEdits(
      (content) => deletePage(content, 'guide'),
      (content) => addPage(content, 'new', { parent: 'usage' }),
    )
    expect(conflicts).toEqual([['move_into_deleted', 'new', 'parent']])
    expect(result.conflicts[0]?.related).toEqual(['usage'])
    expect(namesIn('guide')).toEqual(['usage'])
    expect(namesIn('usage')).toEqual(['new'])
  })

  it('move_into_deleted moves up pages that main content added below a page that the change request deleted', async () => {
    const { conflicts, namesIn } = await mergeEdits(
      (content) => addPage(content, 'new', { parent: 'usage' }),
      (content) => deletePage(content, 'usage'),
    )
    expect(conflicts).toEqual([['move_into_deleted', 'new', 'parent']])
    expect(namesIn('guide')).toEqual(['setup', 'new'])
  })

  it('cycle keeps the position of the change request for a page that main content moved', async () => {
    const { conflicts, namesIn, result } = await mergeEdits(
      (content) => updatePage(content, 'guide', { parent: 'about' }),
      (content) => updatePage(content, 'about', { parent: 'setup' }),
    )
    expect(conflicts).toEqual([['cycle', 'guide', 'parent']])
    expect(result.conflicts[0]?.related?.sort()).toEqual(['about', 'setup'])
    expect(namesIn('root')).toEqual(['guide'])
    expect(namesIn('setup')).toEqual(['about'])
  })

  it('slug_slug keeps the slug of the page of the change request', async () => {
    const { conflicts, content, result } = await mergeEdits(
      (content) => updatePage(content, 'setup', { slug: 'start' }),
      (content) => updatePage(content, 'usage', { slug: 'start' }),
    )
    expect(conflicts).toEqual([['slug_slug', 'setup', 'slug']])
    expect(result.conflicts[0]?.related).toEqual(['usage'])
    expect([content.pages.get('setup')?.slug, content.pages.get('usage')?.slug]).toEqual(['start-2', 'start'])
  })

  it('add_add keeps both pages that were added at one path', async () => {
    const { conflicts, namesIn, content } = await mergeEdits(
      (content) => addPage(content, 'n1', { parent: 'guide', slug: 'faq', text: 'primary\n' }),
      (content) => addPage(content, 'n2', { parent: 'guide', slug: 'faq', text: 'changed\n' }),
    )
    expect(conflicts).toEqual([['add_add', 'n1', 'slug']])
    expect(namesIn('guide')).toEqual(['setup', 'usage', 'n1', 'n2'])
    expect(content.pages.get('n2')?.slug).toBe('faq')
  })

  it('file_file keeps the bytes of the change request', async () => {
    const file = (blob: string) => ({ name: 'a.png', contentType: 'image/png', size: 1, blob, createdAt })
    const { conflicts, content } = await mergeEdits(
      (content) => content.files.set('f', file('primary')),
      (content) => content.files.set('f', file('changed')),
    )
    expect(conflicts).toEqual([['file_file', 'f', undefined]])
    expect(content.files.get('f')?.blob).toBe('changed')
  })

  it('computed reports that both changed the source of a page', async () => {
    const computed = (spec: string) => ({ type: 'builtin:openapi', props: {}, dependencies: { spec } })
    const { conflicts, content } = await mergeEdits(
      (content) => updatePage(content, 'about', { computed: computed('primary') }),
      (content) => updatePage(content, 'about', { computed: computed('changed') }),
    )
    expect(conflicts).toEqual([['computed', 'about', 'computed']])
    expect(content.pages.get('about')?.computed?.dependencies).toEqual({ spec: 'changed' })
  })

  it('of variables has the name of the variable', async () => {
    const { conflicts, content } = await mergeEdits(
      (content) => {
        content.variables = { version: '2', own: 'p' }
        updatePage(content, 'about', { variables: { a: 'p', b: '1' } })
      },
      (content) => {
        content.variables = { version: '3', mine: 'c' }
        updatePage(content, 'about', { variables: { a: 'c', c: '1' } })
      },
    )
    expect(conflicts).toEqual([
      ['edit_edit', 'about', 'variables.a'],
      ['edit_edit', 'version', undefined],
    ])
    expect(content.variables).toEqual({ version: '3', own: 'p', mine: 'c' })
    expect(content.pages.get('about')?.variables).toEqual({ a: 'c', b: '1', c: '1' })
  })
})

describe('a reusable content', () => {
  const withReusable = (content: Content) => {
    const git = { oid: 'o', path: '.gitbook/includes/note.md' }
    content.reusables.set('r', { title: 'note', document: putText(content, 'hello\n'), git, createdAt })
    return content
  }
  const use = source('about', 'us', '', '{% include "../.gitbook/includes/note.md" %}')

  async function mergeFrom(
    primaryEdits: (content: Content) => void,
    changedEdits: (content: Content) => void,
  ) {
    const base = withReusable(start())
    const [primary, changed] = [copyOf(base), copyOf(base)]
    primaryEdits(primary)
    changedEdits(changed)
    const result = await merge(inputOf(base, primary, changed), mergeTools)
    return { result, content: applied(primary, changed, result) }
  }

  it('that is deleted while the change request starts to include it is kept, with a conflict', async () => {
    const { result, content } = await mergeFrom(
      (content) => content.reusables.delete('r'),
      (content) => updatePage(content, 'about', { text: use }),
    )
    expect(result.conflicts).toMatchObject([
      { kind: 'reusable_deleted', subject: 'r', subjectType: 'reusable', related: ['about'], primary: null },
    ])
    expect(content.reusables.has('r')).toBe(true)
  })

  it('that the change request deletes is deleted, with a conflict if main content starts to include it', async () => {
    const { result, content } = await mergeFrom(
      (content) => updatePage(content, 'about', { text: use }),
      (content) => content.reusables.delete('r'),
    )
    expect(result.conflicts.map(({ kind }) => kind)).toEqual(['reusable_deleted'])
    expect(content.reusables.has('r')).toBe(false)
  })

  it.each(['primary', 'changed'] as const)(
    'that one side edits and the other deletes is a conflict: deleted in %s',
    async (side) => {
      const edit = (content: Content) => {
        const record = content.reusables.get('r')
        if (record) content.reusables.set('r', { ...record, document: putText(content, 'changed\n') })
      }
      const remove = (content: Content) => content.reusables.delete('r')
      const { result, content } = await mergeFrom(
        side === 'primary' ? remove : edit,
        side === 'primary' ? edit : remove,
      )
      expect(result.conflicts).toMatchObject([{ kind: 'edit_delete', subject: 'r', subjectType: 'reusable' }])
      expect(content.reusables.has('r')).toBe(side === 'primary')
    },
  )

  it('that is only mentioned in code can be deleted', async () => {
    const { result, content } = await mergeFrom(
      (content) => content.reusables.delete('r'),
      (content) => updatePage(content, 'about', { text: `\`\`\`\n${use}\`\`\`\n` }),
    )
    expect(result.conflicts).toEqual([])
    expect(content.reusables.has('r')).toBe(false)
  })
})
