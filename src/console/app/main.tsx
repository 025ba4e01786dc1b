import './styles/main.css'
import '#styles'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { RelayEnvironmentProvider } from 'react-relay/hooks'
import { preloadFrame } from './frame/Frame.tsx'
import { environment } from './relay/environment.ts'
import { NewVersionError, RequestError } from './relay/request-error.ts'
import { router } from './routes.tsx'
import { loadTexts } from './texts/index.ts'

/** Exported so that it stays in what is loaded at first. */
export * as ofEveryScreen from './parts/of-every-screen.ts'

/** What a request fails with is shown by the screen. Everything else is a defect of the console, for its log. */
function noteDefect(error: unknown): void {
  const isShown = error instanceof RequestError || error instanceof NewVersionError
  if (!isShown) reportError(error)
}

preloadFrame()
await loadTexts()
const root = document.getElementById('app')
if (root) {
  createRoot(root, { onCaughtError: noteDefect }).render(
    <RelayEnvironmentProvider environment={environment}>
      <RouterProvider router={router} />
    </RelayEnvironmentProvider>,
  )
}
void import('./frame/emoji-font.ts').then(({ addEmojiFont }) => addEmojiFont(), noteDefect)
