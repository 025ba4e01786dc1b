import { Component, type ReactNode, Suspense, useCallback, useState } from 'react'
import { AttemptContext, forgetLost } from '../relay/use-screen-query.ts'
import { Failure } from './Failure.tsx'

interface CatchProps {
  children: ReactNode
  /** Another address is another try. */
  address: string
  isScreen: boolean
  retry: () => void
}

interface Caught {
  error: unknown
  address: string
}

class Catch extends Component<CatchProps, Caught> {
  override state: Caught = { error: undefined, address: this.props.address }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  static getDerivedStateFromProps({ address }: CatchProps, state: Caught): Caught | null {
    return address === state.address ? null : { error: undefined, address }
  }
  override render() {
    const { error } = this.state
    const { retry, isScreen, children } = this.props
    return error === undefined ? children : <Failure error={error} retry={retry} isScreen={isScreen} />
  }
}

interface BoundaryProps {
  children: ReactNode
  /** Shown while it is read for the first time. */
  fallback: ReactNode
  address?: string
  /** Its failure is what the page is about, and not that of a part beside others. */
  isScreen?: boolean
}

/** A part of the page that waits and fails on its own. */
export function Boundary({ children, fallback, address = '', isScreen = false }: BoundaryProps) {
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => {
    forgetLost()
    setAttempt((count) => count + 1)
  }, [])
  return (
    <AttemptContext value={attempt}>
      <Catch key={attempt} retry={retry} address={address} isScreen={isScreen}>
        <Suspense fallback={fallback}>{children}</Suspense>
      </Catch>
    </AttemptContext>
  )
}
