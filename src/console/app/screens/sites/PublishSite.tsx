import { Suspense, useState } from 'react'
import { act } from '../../forms/act.ts'
import { useKeys } from '../../frame/keys.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { publishSite, unpublishSite } from '../../publish/publish-site.ts'
import { rereadShown } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { PublishEffects } from './PublishEffects.tsx'
import { useSite } from './site-context.ts'

/** Publishes a site, or takes it back, after showing what changes by it. */
export function PublishSite() {
  const { id, title, isPublished } = useSite()
  const [isAsking, setAsking] = useState(false)
  const t = texts.sites
  const publish = { run: () => publishSite(id), done: t.publishedNow(title), onChanged: rereadShown }
  const unpublish = { run: () => unpublishSite(id), done: t.unpublishedNow(title), onChanged: rereadShown }
  const label = isPublished ? t.unpublish : t.publish
  useKeys({ p: { label, run: () => setAsking(true) } })
  const run = () => {
    setAsking(false)
    void (isPublished
      ? act({ ...unpublish, undo: publish.run })
      : act({ ...publish, undo: () => unpublishSite(id) }))
  }
  const close = () => setAsking(false)
  return (
    <>
      <button
        type="button"
        className={isPublished ? 'button small' : 'button small primary'}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
      {isAsking && (
        <Dialog
          title={isPublished ? t.unpublishTitle(title) : t.publishTitle(title)}
          onClose={close}
          actions={
            <>
              <button type="button" className="button" onClick={close}>
                {texts.forms.cancel}
              </button>
              <button
                type="button"
                className={isPublished ? 'button danger' : 'button primary'}
                onClick={run}
              >
                {label}
              </button>
            </>
          }
        >
          <Suspense fallback={<Skeleton lines={3} />}>
            <PublishEffects />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
