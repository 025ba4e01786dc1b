import { type Html, html } from '../../core/html.ts'
import type { ReferenceOptions } from '../../core/operations/web.ts'
import {
  extractSpecPart,
  type NavItem,
  type PageView,
  parseText,
  renderSpecPart,
  renderText,
  type ShownLink,
  type SiteFrame,
} from '../site-rendering/index.ts'
import type { DescribedOperation, TagOfOperations } from './described-operations.ts'

const rendering = { locale: 'en', externalTarget: 'self' } as const
const layout: PageView['layout'] = {
  width: 'default',
  cover: false,
  coverSize: 'hero',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: false,
}

interface Contents {
  options: Pick<ReferenceOptions, 'base' | 'document' | 'origin'>
  frame: SiteFrame
  tags: readonly TagOfOperations[]
  operations: readonly DescribedOperation[]
}

/** The pages of the reference: an introduction, one for each tag, and one for each operation. */
export class Pages {
  readonly #contents: Contents

  constructor(contents: Contents) {
    this.#contents = contents
  }

  async introduction(scripts: PageView['scripts']): Promise<PageView> {
    const { options, frame, tags } = this.#contents
    const { description } = (options.document as { info: { description: string } }).info
    const { html: text } = await renderText(await parseText(description), {
      ...rendering,
      refs: {},
      specs: {},
    })
    const rows = tags.map(
      ({ title, address, operations }) =>
        html`<tr><td>${this.#link({ title, address })}</td><td>${operations.length}</td></tr>`,
    )
    const list = table(['Resource', 'Operations'], rows)
    const view = this.#page({ title: frame.title, html: `${text}${list.text}` })
    return { ...view, scripts, ...next(tags[0] && this.#shown(tags[0])) }
  }

  ofTag(tag: TagOfOperations): PageView {
    const { title, operations } = tag
    const rows = operations.map(
      ({ method, path, summary, address, kind }) =>
        html`<tr><td>${this.#link({ title: summary, address })}</td><td><span class="method ${method.toLowerCase()}">${kind === 'webhook' ? 'webhook' : method}</span> <code>${path}</code></td></tr>`,
    )
    const view = this.#page({ title, html: table(['Operation', 'Request'], rows).text, tag })
    const [first] = operations
    return { ...view, ...next(first && this.#shown({ title: first.summary, address: first.address })) }
  }

  /** An operation alone. The title of the page has its summary. */
  ofOperation(operation: DescribedOperation, tag: TagOfOperations): PageView {
    const { options, operations } = this.#contents
    const { kind, path, method, summary, id } = operation
    const block = { key: id, type: `openapi-${kind}` as const, ref: { kind: 'openapi', spec: id } as const }
    const part = extractSpecPart(options.document, {
      ...block,
      ...(kind === 'webhook' ? { name: path } : { path, method }),
    })
    const server = `${options.origin}/v1`
    const shown = (part?.operations ?? []).map((each) => ({ ...each, summary: '', servers: [server] }))
    const rendered = renderSpecPart(
      { operations: shown, models: [] },
      { ...rendering, canTry: true, ownServer: '/v1' },
    )
    const name = kind === 'webhook' ? html`` : html`<p class="facts">operationId: <code>${id}</code></p>`
    const at = operations.indexOf(operation)
    const [before, after] = [operations[at - 1], operations[at + 1]]
    return {
      ...this.#page({ title: summary, html: `${name.text}${rendered.html}`, tag, operation }),
      breadcrumbs: [this.#shown(tag)],
      connectOrigins: [options.origin],
      ...(before ? { previous: this.#shown({ title: before.summary, address: before.address }) } : {}),
      ...next(after && this.#shown({ title: after.summary, address: after.address })),
    }
  }

  /** The entries of a tag in the navigation. */
  branch({ operations }: TagOfOperations, current?: DescribedOperation): NavItem[] {
    return operations.map((operation) => ({
      ...this.#item(operation.summary, operation.address, operation === current),
      method: operation.kind === 'webhook' ? '' : operation.method,
    }))
  }

  #page(shown: Pick<PageView, 'title' | 'html'> & { tag?: TagOfOperations; operation?: DescribedOperation }) {
    const { title, html, tag, operation } = shown
    const view: PageView = {
      frame: this.#contents.frame,
      nav: this.#nav(tag, operation),
      breadcrumbs: [],
      title,
      layout,
      html,
      outline: [],
      operations: [],
      frameOrigins: [],
      connectOrigins: [],
      actions: {},
      head: { alternates: [], robots: 'noindex' },
      scripts: [],
    }
    return view
  }

  /** The operations of the other tags are loaded when a reader opens them. */
  #nav(tag?: TagOfOperations, operation?: DescribedOperation): NavItem[] {
    const { options, tags } = this.#contents
    const entries = tags.map((each): NavItem => {
      const item = this.#item(each.title, each.address, each === tag && operation === undefined)
      if (each === tag) return { ...item, isOpen: true, children: this.branch(each, operation) }
      return { ...item, children: null, branchHref: `${options.base}/~nav/${each.address}` }
    })
    return [this.#item('Introduction', '', tag === undefined), ...entries]
  }

  #item(title: string, address: string, isCurrent: boolean): NavItem {
    const { href } = this.#shown({ title, address })
    return { id: address, title, href, kind: 'page', isCurrent, isOpen: false, children: [] }
  }

  #shown({ title, address }: { title: string; address: string }): ShownLink {
    const { base } = this.#contents.options
    return { title, href: address === '' ? base : `${base}/${address}` }
  }

  #link(to: { title: string; address: string }): Html {
    const { title, href } = this.#shown(to)
    return html`<a href="${href}">${title}</a>`
  }
}

const next = (link: ShownLink | undefined): { next?: ShownLink } => (link ? { next: link } : {})

const table = (titles: readonly string[], rows: readonly Html[]): Html =>
  html`<div class="table" tabindex="0"><table><thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`
