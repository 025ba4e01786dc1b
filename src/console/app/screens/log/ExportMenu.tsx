import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../pages/failure.ts'
import { Menu } from '../../parts/Menu.tsx'
import { MenuItem } from '../../parts/MenuItem.tsx'
import { toast } from '../../parts/toasts.ts'
import { texts } from '../../texts/index.ts'
import { download, type ExportPage, exportLog, type Format } from './export-log.ts'

interface ExportMenuProps {
  name: string
  readPage: (after: string | null) => Promise<ExportPage>
}

/** Saves what the filters find as a file. */
export function ExportMenu({ name, readPage }: ExportMenuProps) {
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const [done, setDone] = useState<number>()
  const t = texts.log
  const run = async (format: Format) => {
    const current = new AbortController()
    controller.current = current
    const { signal } = current
    setDone(0)
    try {
      const { file, count, isCut } = await exportLog({ format, read: readPage, onProgress: setDone, signal })
      download(file, `${name}-${new Date().toISOString().slice(0, 10)}.${format}`)
      toast(isCut ? t.exportCut(count) : t.exported(count))
    } catch (error) {
      if (!signal.aborted) toast(messageOf(error))
    } finally {
      setDone(undefined)
    }
  }
  if (done !== undefined) {
    return (
      <>
        <span role="status" className="muted">
          {t.exporting(done)}
        </span>
        <button type="button" className="button small" onClick={() => controller.current?.abort()}>
          {t.cancelExport}
        </button>
      </>
    )
  }
  return (
    <Menu label={t.exportLabel} button={t.exportLabel} hasName>
      <MenuItem run={() => void run('csv')}>{t.exportCsv}</MenuItem>
      <MenuItem run={() => void run('json')}>{t.exportJson}</MenuItem>
    </Menu>
  )
}
