import { useEffect, useRef, useState } from 'react'
import { toast } from '../../parts/toasts.ts'
import { texts } from '../../texts/index.ts'
import { upload } from '../../uploads/upload.ts'

interface Running {
  id: string
  name: string
  /** What has been sent, from 0 to 1. */
  share: number
  /** Why it failed. */
  problem?: string
  controller: AbortController
}

/** Uploads files one after the other. One that fails stays until it is dismissed. */
export function useUploads(path: string, onUploaded: () => void) {
  const [uploads, setUploads] = useState<readonly Running[]>([])
  const queue = useRef<Promise<void>>(Promise.resolve())
  const running = useRef(new Set<AbortController>())
  // What is under way ends with the screen.
  useEffect(() => () => running.current.forEach((controller) => void controller.abort()), [])
  const set = (id: string, values: Partial<Running>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...values } : one)))
  const remove = (id: string) =>
    setUploads((all) => {
      all.find((one) => one.id === id)?.controller.abort()
      return all.filter((one) => one.id !== id)
    })
  const one = async (id: string, file: File, controller: AbortController): Promise<boolean> => {
    const { signal } = controller
    if (signal.aborted) return false
    try {
      await upload({ path, file, signal, onProgress: (share) => set(id, { share }) })
      remove(id)
      return true
    } catch (error) {
      if (!signal.aborted) set(id, { problem: (error as Error).message })
      return false
    } finally {
      running.current.delete(controller)
    }
  }
  const add = (files: readonly File[]) => {
    if (files.length === 0) return
    const added = files.map((file) => ({ file, id: crypto.randomUUID(), controller: new AbortController() }))
    setUploads((all) => [
      ...all,
      ...added.map(({ file, id, controller }) => ({ id, name: file.name, share: 0, controller })),
    ])
    queue.current = queue.current.then(async () => {
      let done = 0
      for (const { file, id, controller } of added) {
        running.current.add(controller)
        if (await one(id, file, controller)) done++
      }
      if (done === 0) return
      toast(texts.files.uploaded(done))
      onUploaded()
    })
  }
  return { uploads, add, remove }
}
