import type { Element, ElementContent, Nodes, Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'
import { refuseImport } from '../refusals.ts'

const maxElements = 50_000
const maxDepth = 100

/**
 * Parses an HTML page. Unclosed formatting makes a parser repeat elements, so that a small page can result in a
 * tree of any size: elements are counted while they are created.
 */
export function parseHtml(html: string, path: string): Root {
  let elements = 0
  const counted: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...made) {
      elements += 1
      if (elements > maxElements) throw refuseImport(path, 'The page has too many elements.')
      return defaultTreeAdapter.createElement(...made)
    },
  }
  const document = parse(html, { treeAdapter: counted, scriptingEnabled: false })
  if (isDeeperThan(document, maxDepth))
    throw refuseImport(path, 'The elements of the page are nested too deeply.')
  return fromParse5(document) as Root
}

function isDeeperThan(document: DefaultTreeAdapterTypes.Document, depth: number): boolean {
  let level: DefaultTreeAdapterTypes.Node[] = [document]
  for (let below = 0; level.length > 0; below += 1) {
    if (below > depth) return true
    level = level.flatMap((node) => ('childNodes' in node ? node.childNodes : []))
  }
  return false
}

/** Every element, parents first. */
export function* elementsIn(node: Nodes): Generator<Element> {
  if (node.type === 'element') yield node
  if ('children' in node) for (const child of node.children) yield* elementsIn(child)
}

export function firstElement(node: Nodes, isIt: (element: Element) => boolean): Element | undefined {
  for (const element of elementsIn(node)) if (isIt(element)) return element
  return undefined
}

export function textContent(node: Nodes): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textContent).join('') : ''
}

/** Removes children at every depth. */
export function removeWhere(node: Root | Element, isRemoved: (element: Element) => boolean): void {
  const kept = (node.children as ElementContent[]).filter(
    (child) => child.type !== 'element' || !isRemoved(child),
  )
  node.children = kept
  for (const child of kept) if (child.type === 'element') removeWhere(child, isRemoved)
}

const formatting = new Set('b strong i em u s strike del ins q sub sup small span code font mark'.split(' '))

/**
 * Replaces formatting elements that contain only whitespace by the whitespace. The converter takes quadratic time
 * for such elements in a row, and they are invisible.
 */
export function unwrapBlanks(node: Root | Element): void {
  for (const child of node.children) if (child.type === 'element') unwrapBlanks(child)
  node.children = (node.children as ElementContent[]).map((child) => {
    if (child.type !== 'element' || !formatting.has(child.tagName)) return child
    // Descendants were unwrapped before, so an element with only whitespace contains only texts.
    const isBlank = child.children.every((inner) => inner.type === 'text' && inner.value.trim() === '')
    return isBlank ? { type: 'text', value: textContent(child) } : child
  })
}

export const stringProperty = (element: Element | undefined, name: string): string | undefined => {
  const value = element?.properties[name]
  return typeof value === 'string' ? value : undefined
}

export const classNames = (element: Element): string[] => {
  const value = element.properties.className
  return Array.isArray(value) ? value.map(String) : []
}
