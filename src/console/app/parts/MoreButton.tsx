import { texts } from '../texts/index.ts'

interface MoreButtonProps {
  /** Undefined or false where everything is shown. */
  hasNext: boolean
  isLoading: boolean
  load: () => void
  children: React.ReactNode
}

/** Shows the next items of a long list. */
export function MoreButton({ hasNext, isLoading, load, children }: MoreButtonProps) {
  if (!hasNext) return null
  return (
    <button type="button" className="button" aria-disabled={isLoading} onClick={() => !isLoading && load()}>
      {isLoading ? texts.history.loading : children}
    </button>
  )
}
