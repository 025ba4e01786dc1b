import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Boundary } from './Boundary.tsx'
import { loadCode } from './load-code.ts'

/**
 * A file whose component is loaded when it is first needed. What has failed is loaded again by the next component that
 * needs it. Not `lazy` of React, which keeps showing what stands in for it for 300 ms, however soon the file is there.
 */
export function loadable<Props extends object, Module extends { default: ComponentType<Props> }>(
  load: () => Promise<Module & { default: ComponentType<Props> }>,
  fallback: ReactNode = null,
) {
  let loaded: ComponentType<Props> | undefined
  let loading: ReturnType<typeof load> | undefined
  const loadOnce = () => {
    loading ??= loadCode(load).then(
      (module) => {
        loaded = module.default
        return module
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  /** The component, once it is there. */
  function useLoaded(): ComponentType<Props> | undefined {
    const [failure, setFailure] = useState<{ error: unknown }>()
    const [Code, setCode] = useState(() => loaded)
    useEffect(() => {
      if (Code) return
      let isLeft = false
      loadOnce().then(
        (module) => !isLeft && setCode(() => module.default),
        (error: unknown) => !isLeft && setFailure({ error }),
      )
      return () => {
        isLeft = true
      }
    }, [Code])
    if (failure) throw failure.error
    return Code
  }
  function Loaded(props: Props) {
    const Code = useLoaded()
    return Code ? <Code {...props} /> : fallback
  }
  return { loadOnce, useLoaded, Loaded }
}

/** A part of a screen that comes with its first use, and waits and fails on its own. */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = null,
) {
  const { loadOnce, Loaded } = loadable(load, fallback)
  const Later = (props: Props) => (
    <Boundary fallback={fallback}>
      <Loaded {...props} />
    </Boundary>
  )
  const begin = () => void loadOnce().catch(() => {})
  /** For the button that opens it: begins to load as soon as the pointer or the focus is there. */
  const intent = { onPointerEnter: begin, onFocus: begin }
  return Object.assign(Later, { intent })
}
