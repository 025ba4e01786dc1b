import { posix } from 'node:path'
import type { Nodes } from 'mdast'
import { isExternal, percentDecoded } from '../../documents/index.ts'
import { parseMarkdown } from '../tree/parse-markdown.ts'

interface Patch {
  start: number
  end: number
  text: string
}

interface Wiki {
  pages: string[]
  files: string[]
  /** The URL of the wiki, which pages also use to link to each other. */
  address: string
}

const bracketLink = /\[\[([^[\]|\n]+)(?:\|([^[\]\n]+))?\]\]/g
/** Names of wiki pages ignore case, spaces and hyphens. */
const pageKeyOf = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '-')

/** Converts links between wiki pages and files to references between the files of the repository. */
export class WikiLinks {
  readonly #pages: Map<string, string>
  readonly #files: Set<string>
  readonly #address: string

  constructor({ pages, files, address }: Wiki) {
    this.#pages = new Map(
      pages.map((path) => [pageKeyOf(posix.basename(path).replace(/\.[^.]+$/, '')), path]),
    )
    this.#files = new Set(files)
    this.#address = address
  }

  /** Only the references change; everything else is kept as written. */
  rewrite(markdown: string, path: string): string {
    const patches: Patch[] = []
    const quoted: [number, number][] = []
    const visit = (node: Nodes): void => {
      if (node.type === 'code' || node.type === 'inlineCode' || node.type === 'html') {
        quoted.push([node.position?.start.offset ?? 0, node.position?.end.offset ?? 0])
      }
      if (node.type === 'link' || node.type === 'image')
        patches.push(...this.#linkPatch(markdown, node, path))
      if ('children' in node) node.children.forEach(visit)
    }
    visit(parseMarkdown(markdown))
    // Both are in the order of the text, so one pass is enough.
    let passed = 0
    for (const match of markdown.matchAll(bracketLink)) {
      const { index } = match
      while ((quoted[passed]?.[1] ?? Number.POSITIVE_INFINITY) <= index) passed += 1
      if ((quoted[passed]?.[0] ?? Number.POSITIVE_INFINITY) <= index) continue
      const text = this.#bracketText(match[1] ?? '', match[2], path)
      patches.push({ start: index, end: index + match[0].length, text })
    }
    return patched(markdown, patches)
  }

  #bracketText(first: string, second: string | undefined, from: string): string {
    const target = second ?? first
    const isImage = this.#files.has(target.trim()) && /\.(?:png|jpe?g|gif|svg|webp)$/i.test(target)
    if (isImage) return `![${second === undefined ? '' : first}](${relative(from, target.trim())})`
    const [name = '', anchor] = target.split('#', 2)
    const page = this.#pages.get(pageKeyOf(name))
    if (isExternal(target)) return `[${first}](${target.trim()})`
    const href = page === undefined ? encodeURI(`${pageKeyOf(name)}.md`) : relative(from, page)
    return `[${first}](${href}${anchor === undefined ? '' : `#${anchor}`})`
  }

  #linkPatch(markdown: string, node: Extract<Nodes, { type: 'link' | 'image' }>, from: string): Patch[] {
    const target = this.#targetOf(node.url)
    const start = node.position?.start.offset ?? 0
    const source = markdown.slice(start, node.position?.end.offset)
    const opening = source.lastIndexOf('](')
    if (target === undefined || opening < 0) return []
    const written = /^\s*(?:<[^>\n]*>|[^\s)]*)/.exec(source.slice(opening + 2))?.[0] ?? ''
    const at = start + opening + 2
    const [, anchor] = node.url.split('#', 2)
    const text = relative(from, target) + (anchor === undefined ? '' : `#${anchor}`)
    return [{ start: at, end: at + written.length, text }]
  }

  #targetOf(url: string): string | undefined {
    const own = url.startsWith(`${this.#address}/`) ? url.slice(this.#address.length + 1) : url
    if (isExternal(own)) return undefined
    const path = percentDecoded(own.split(/[?#]/, 1)[0] ?? '').replace(/^\.?\//, '')
    if (path === '') return undefined
    return this.#files.has(path)
      ? path
      : this.#pages.get(pageKeyOf(posix.basename(path).replace(/\.md$/i, '')))
  }
}

const relative = (from: string, path: string): string =>
  posix.relative(posix.dirname(from), path).split('/').map(encodeURIComponent).join('/')

function patched(text: string, patches: Patch[]): string {
  let result = ''
  let position = 0
  for (const { start, end, text: replacement } of patches.sort((one, other) => one.start - other.start)) {
    if (start < position) continue
    result += text.slice(position, start) + replacement
    position = end
  }
  return result + text.slice(position)
}
