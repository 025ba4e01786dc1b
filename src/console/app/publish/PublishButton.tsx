import { Icon } from '../parts/Icon.tsx'
import { useSpace } from '../screens/space/space-context.ts'
import { texts } from '../texts/index.ts'
import { publishIntent, usePublishing } from './use-publishing.tsx'

/** Beside the title of a page: publishes its space, while readers do not see it yet. */
export function PublishButton() {
  const { id, published, mayPublish, content } = useSpace()
  const { open, dialog } = usePublishing(id, () => void content.reread())
  const isOffered = mayPublish && !published
  return (
    <>
      {isOffered && (
        <button type="button" className="button small" onClick={open} {...publishIntent}>
          <Icon name="globe" /> {texts.page.publish}
        </button>
      )}
      {dialog}
    </>
  )
}
