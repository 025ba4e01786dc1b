import { useState } from 'react'
import { act } from '../../../forms/act.ts'
import { messageOf } from '../../../forms/message-of.ts'
import { texts } from '../../../texts/index.ts'
import {
  type Change,
  type Customization,
  changedParts,
  type Part,
  partsOf,
  updateCustomization,
} from './customization.ts'

/** The customization of a site that somebody changes: what is not saved yet, saving it, and taking it back. */
export function useTheme(siteId: string, saved: Customization, onChanged: () => unknown) {
  // The parts that somebody has touched. The others follow what others save.
  const [touched, setTouched] = useState<Partial<Customization>>({})
  const [problem, setProblem] = useState<string>()
  const draft: Customization = { ...saved, ...touched }
  const changed = changedParts(saved, draft)
  const t = texts.sites.looks
  const change: Change = (part, value) => setTouched((before) => ({ ...before, [part]: value }))
  const discard = () => {
    setTouched({})
    setProblem(undefined)
  }
  const save = async () => {
    const former = partsOf(saved, changed)
    setProblem(undefined)
    await act({
      run: async () => {
        try {
          await updateCustomization({ siteId, ...partsOf(draft, changed) })
        } catch (error) {
          setProblem(messageOf(error))
          throw error
        }
        await onChanged()
        setTouched({})
      },
      undo: () => updateCustomization({ siteId, ...former }),
      done: t.saved,
      onChanged,
    })
  }
  const reset = (parts: readonly Part[], done: string) => {
    const former = partsOf(saved, parts)
    const nothing = Object.fromEntries(parts.map((part) => [part, null]))
    void act({
      run: async () => {
        await updateCustomization({ siteId, ...nothing })
        setTouched((before) =>
          Object.fromEntries(Object.entries(before).filter(([part]) => !parts.includes(part as Part))),
        )
      },
      undo: () => updateCustomization({ siteId, ...former }),
      done,
      onChanged,
    })
  }
  return { draft, changed, problem, change, discard, save, reset }
}
