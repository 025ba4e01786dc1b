import { useState } from 'react'

/** Reads what was kept in this browser. Storage can be disabled: then nothing was. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(`quire-${key}`)
  } catch {
    return null
  }
}

export function keepStored(key: string, value: string): void {
  try {
    localStorage.setItem(`quire-${key}`, value)
  } catch {
    // It counts until the page is closed.
  }
}

/** A choice that this browser keeps, such as which parts are folded. */
export function useStored(key: string, initial: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => readStored(key) ?? initial)
  const set = (next: string) => {
    setValue(next)
    keepStored(key, next)
  }
  return [value, set]
}
