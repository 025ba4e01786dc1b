type Child = Node | string | null | undefined | false
type Attributes = Readonly<Record<string, string | boolean | undefined | ((event: Event) => void)>>

/** Makes an element. Functions listen to events, true is an attribute without a value, and false and undefined are none. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== undefined && value !== false) element.setAttribute(name, value)
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false))
  return element
}

/** A button that does not send a form. */
export const button = (text: string, onClick: () => void, className = 'button'): HTMLButtonElement =>
  h('button', { type: 'button', class: className, click: onClick }, text)

let count = 0

/** An id that no other element has. */
export const uniqueId = (): string => `e${++count}`
