import { useEffect, useState } from 'react'

/**
 * A value that is changed in place: what was chosen is shown until it has arrived, or could not be sent. Returns the
 * value to show, and a function that chooses another.
 */
export function useChosen<Value>(
  value: Value,
  send: (next: Value) => Promise<boolean> | undefined,
): [Value, (next: Value) => void] {
  const [chosen, setChosen] = useState<{ value: Value }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value has arrived.
  useEffect(() => setChosen(undefined), [value])
  const choose = (next: Value) => {
    setChosen({ value: next })
    void send(next)?.then((isDone) => isDone || setChosen(undefined))
  }
  return [chosen ? chosen.value : value, choose]
}
