import { type ComponentType, lazy, type ReactNode, useContext } from 'react'
import { AttemptContext } from '../relay/use-screen-query.ts'
import { Boundary } from './Boundary.tsx'
import { loadCode } from './load-code.ts'

/** A file whose component is loaded when it is first needed. What has failed fails again until somebody tries again. */
export function loadable<Props extends object, Module extends { default: ComponentType<Props> }>(
  load: () => Promise<Module & { default: ComponentType<Props> }>,
) {
  let loading: Promise<Module & { default: ComponentType<Props> }> | undefined
  let hasFailed = false
  const loadOnce = () => {
    loading ??= loadCode(load).catch((error: unknown) => {
      loading = undefined
      hasFailed = true
      throw error
    })
    return loading
  }
  const make = () => lazy(loadOnce) as unknown as ComponentType<Props>
  let made = { attempt: 0, Code: make() }
  function Loaded(props: Props) {
    const attempt = useContext(AttemptContext)
    if (hasFailed && made.attempt !== attempt) {
      hasFailed = false
      made = { attempt, Code: make() }
    }
    return <made.Code {...props} />
  }
  return { loadOnce, Loaded }
}

/** A part of a screen that comes with its first use, and waits and fails on its own. */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = null,
) {
  const { loadOnce, Loaded } = loadable(load)
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
