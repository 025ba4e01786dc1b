/** Whether the keyboard is one of Apple, where ⌘ is what Ctrl is elsewhere. */
const isApple = /mac|iphone|ipad/i.test(navigator.platform)

/** The base of a key, such as `k`. On a keyboard without Latin letters it is the letter at the same place. */
function baseOf({ key, code }: KeyboardEvent): string {
  const isOtherLetter = key.length === 1 && key > '\u007f' && /^\p{L}$/u.test(key)
  const latin = isOtherLetter ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
  return (latin ?? key).toLowerCase()
}

/** The name of a pressed key as bindings write it: `e`, `?`, `escape`, `shift+j`, `mod+k`. */
export function nameOf(event: KeyboardEvent): string {
  const base = baseOf(event)
  // `[` needs Alt or AltGr on many keyboards: what is typed counts, not how.
  const isTypedWithAlt = event.altKey && base.length === 1 && !/[a-z0-9]/.test(base)
  if (isTypedWithAlt) return base
  const isNamed = base.length > 1 || /[a-z]/.test(base)
  return [
    event.altKey && 'alt+',
    (event.ctrlKey || event.metaKey) && 'mod+',
    event.shiftKey && isNamed && 'shift+',
    base,
  ]
    .filter(Boolean)
    .join('')
}

const SHOWN: Readonly<Record<string, string>> = {
  mod: isApple ? '⌘' : 'Ctrl',
  shift: isApple ? '⇧' : 'Shift',
  alt: isApple ? '⌥' : 'Alt',
  escape: 'Esc',
  enter: '↵',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
}

/** A binding as the keys to press one after the other, each as the caps to press together: `g h` is `[['G'], ['H']]`. */
export const capsOf = (binding: string): string[][] =>
  binding
    .split(' ')
    .map((key) => key.split(/(?<=.)\+/).map((cap) => SHOWN[cap.toLowerCase()] ?? cap.toUpperCase()))
