import { attributes, type Html, html, nothing } from '../../../core/html.ts'
import type { Texts } from '../../site-texts/index.ts'
import type { NavItem, OperationEntry } from '../views.ts'
import { icon, markOf } from './icons.ts'

/** The table of contents, or a branch of it. Closed branches are loaded when they are opened. */
export const navList = (
  items: readonly NavItem[],
  texts: Texts,
  operations: readonly OperationEntry[] = [],
): Html =>
  html`<ul>${items.map((item) => (item.kind === 'group' && item.href === null ? group(item, texts, operations) : entry(item, texts, operations)))}</ul>`

/** The operations of the API that the current page describes. */
function operationList(operations: readonly OperationEntry[], texts: Texts): Html {
  const links = operations.map(({ id, title, method }) => {
    return html`<li><a class="nav-link" href="#${id}"><span>${title}</span>${badge(method, texts)}</a></li>`
  })
  return html`<div class="nav-branch nav-operations"><ul>${links}</ul></div>`
}

const badge = (method: string, texts: Texts): Html =>
  html`<span class="method ${method.toLowerCase().replace(/[^a-z]/g, '')}">${method === '' ? texts.get('webhook') : method}</span>`

/** A group is a label above its pages. */
function group(item: NavItem, texts: Texts, operations: readonly OperationEntry[]): Html {
  const label = html`<div class="nav-row"><span class="nav-label">${markOf(item)}${item.title}</span>${toggle(item, item.children !== null, texts)}</div>`
  const inside =
    item.children && item.children.length > 0 ? navList(item.children, texts, operations) : nothing
  return html`<li class="nav-group">${label}${inside}</li>`
}

function entry(item: NavItem, texts: Texts, operations: readonly OperationEntry[]): Html {
  const { title, href, isCurrent, children, kind, method } = item
  const mark = method === undefined ? (kind === 'link' ? icon('external') : nothing) : badge(method, texts)
  const shown = html`${markOf(item)}<span>${title}</span>${mark}`
  const link =
    href === null
      ? html`<span class="nav-link">${shown}</span>`
      : html`<a${attributes({ class: 'nav-link', href, 'aria-current': isCurrent && 'page' })}>${shown}</a>`
  const isShown = children !== null && children.length > 0 && item.isOpen
  const hasMore = children === null || children.length > 0
  const inside = children && children.length > 0 ? navList(children, texts, operations) : nothing
  const own = isCurrent && operations.length > 0 ? operationList(operations, texts) : nothing
  const hidden = attributes({ class: 'nav-branch', hidden: !isShown })
  return html`<li><div class="nav-row">${link}${hasMore && toggle(item, isShown, texts)}</div>${own}${!inside.isEmpty && html`<div${hidden}>${inside}</div>`}</li>`
}

/** The script opens and closes branches. Without it, the page at the top of a branch shows it. */
function toggle({ title, children, branchHref, kind }: NavItem, isOpen: boolean, texts: Texts): Html {
  if (children !== null && kind === 'group') return nothing
  const values = {
    type: 'button',
    class: 'nav-toggle js-only',
    'aria-expanded': isOpen ? 'true' : 'false',
    'aria-label': texts.get('open', title),
    'data-branch': children === null ? branchHref : null,
  }
  return html`<button${attributes(values)}>${icon('chevron')}</button>`
}
