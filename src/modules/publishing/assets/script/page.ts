/** The texts of the interface that scripts show. */
let texts: Readonly<Record<string, string>> = JSON.parse(document.body.dataset.texts ?? '{}')

/** Sets the texts where the page does not name them: the console has a table of its own. */
export function setTexts(own: Readonly<Record<string, string>>): void {
  texts = own
}

export const text = (name: string, value = ''): string => (texts[name] ?? '').replace('{}', () => value)

export const all = <Found extends HTMLElement>(selector: string, within: ParentNode = document): Found[] => [
  ...within.querySelectorAll<Found>(selector),
]

/** Creates an element with properties and children. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  values: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(values)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

/** Calls a handler for clicks on elements that match, including those that are added later. */
export function onClick(selector: string, handle: (target: HTMLElement, event: MouseEvent) => void): void {
  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null
    if (target) handle(target, event)
  })
}

/** A dialog that closes with Escape, its button, or a click beside it. */
export function dialog(classes: string, label: string, ...children: Node[]): HTMLDialogElement {
  const close = make(
    'button',
    { type: 'button', class: 'icon-button dialog-close', 'aria-label': text('close') },
    '✕',
  )
  const made = make('dialog', { class: classes, 'aria-label': label }, ...children, close)
  close.addEventListener('click', () => made.close())
  made.addEventListener('click', (event) => {
    if (event.target === made) made.close()
  })
  document.body.append(made)
  return made
}
