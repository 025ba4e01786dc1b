import { useEffect, useRef } from 'react'
import { nameOf } from './key-names.ts'

/** What a key does. The label is shown in the list of keys (`?`) and in the command menu. */
export interface Binding {
  label: string
  run: () => void
}

/**
 * Bindings by key: `e`, `shift+j`, `mod+k` (Ctrl or ⌘), `g h` (one after the other). Undefined for what the person cannot do.
 */
export type Bindings = Readonly<Record<string, Binding | undefined>>

/** Bindings of a screen count before those of the frame. */
type Scope = 'screen' | 'frame'

interface Registered {
  scope: Scope
  bindings: () => Bindings
}

const registered: Registered[] = []
let areSingleKeysOn = true
let typed: readonly string[] = []
let forget: ReturnType<typeof setTimeout> | undefined

/** How long a sequence such as `g h` waits for its next key. */
const SEQUENCE_MS = 1_500

/** Turns off keys without Ctrl, ⌘ or Alt, for people who press them by accident (WCAG 2.1.4). */
export function turnSingleKeys(isOn: boolean): void {
  areSingleKeysOn = isOn
}

/** All keys that do something now, those of the screen first. */
export function registeredKeys(): { key: string; scope: Scope; binding: Binding }[] {
  const seen = new Set<string>()
  // What was mounted last is nearest to the person.
  const nearest = [...registered].reverse().sort((a, b) => rank(a) - rank(b))
  return nearest.flatMap(({ scope, bindings }) =>
    Object.entries(bindings()).flatMap(([key, binding]) => {
      const name = key.toLowerCase()
      if (!binding || seen.has(name)) return []
      seen.add(name)
      return [{ key: name, scope, binding }]
    }),
  )
}

const rank = ({ scope }: Registered): number => (scope === 'screen' ? 0 : 1)

/** Binds keys while the component is shown. They do nothing in fields, dialogs and menus. */
export function useKeys(bindings: Bindings, scope: Scope = 'screen'): void {
  const latest = useRef(bindings)
  latest.current = bindings
  useEffect(() => {
    const own: Registered = { scope, bindings: () => latest.current }
    registered.push(own)
    return () => void registered.splice(registered.indexOf(own), 1)
  }, [scope])
}

const NO_TEXT: ReadonlySet<string> = new Set([
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'file',
  'range',
])

/** Where letters are typed. */
function isField(element: Element): boolean {
  if (element instanceof HTMLInputElement) return !NO_TEXT.has(element.type)
  return element.matches('textarea, select') || (element as HTMLElement).isContentEditable
}

/** Where other keys count: a dialog or a menu that is open, or a list that searches what is typed. */
const isLayered = (element: Element): boolean =>
  element.closest('dialog, [role=menu], [role=listbox]') !== null ||
  document.querySelector('dialog:modal') !== null

/** A key without modifier is for texts; one with Ctrl, ⌘ or Alt also counts in plain fields, but not in an editor. */
function counts(name: string, element: Element): boolean {
  if (isLayered(element)) return false
  if (/^(?:alt|mod)\+/.test(name)) return !(element as HTMLElement).isContentEditable
  return !isField(element) && (areSingleKeysOn || name === 'escape')
}

function onKeyDown(event: KeyboardEvent): void {
  const { target } = event
  if (event.defaultPrevented || event.isComposing || event.repeat || !(target instanceof Element)) return
  const name = nameOf(event)
  if (!counts(name, target)) return
  const keys = registeredKeys()
  const sequence = [...typed, name].join(' ')
  const found = keys.find(({ key }) => key === sequence) ?? keys.find(({ key }) => key === name)
  const isPrefix = keys.some(({ key }) => key.startsWith(`${sequence} `))
  clearTimeout(forget)
  typed = isPrefix ? [...typed, name] : []
  if (isPrefix) forget = setTimeout(() => (typed = []), SEQUENCE_MS)
  // Without it, `/` would also be typed into the field that it moves to.
  if (found || isPrefix) event.preventDefault()
  if (!isPrefix) found?.binding.run()
}

addEventListener('keydown', onKeyDown)
