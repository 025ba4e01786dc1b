import { Component, type ReactNode, Suspense, useCallback, useState } from 'react'
import { AttemptContext } from '../relay/use-screen-query.ts'
import { Failure } from './Failure.tsx'

interface CatchProps {
  children: ReactNode
  retry: () => void
}

class Catch extends Component<CatchProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    const { error } = this.state
    if (error !== undefined) return <Failure error={error} retry={this.props.retry} />
    return this.props.children
  }
}

/** A part of the page that waits and fails on its own. */
export function Boundary({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return (
    <AttemptContext value={attempt}>
      <Catch key={attempt} retry={retry}>
        <Suspense fallback={fallback}>{children}</Suspense>
      </Catch>
    </AttemptContext>
  )
}
