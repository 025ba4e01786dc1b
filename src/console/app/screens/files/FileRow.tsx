import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { MenuItem } from '../../parts/MenuItem.tsx'
import { toast } from '../../parts/toasts.ts'
import { language, texts } from '../../texts/index.ts'
import styles from './FileTable.module.css'
import type { ListedFile } from './FileTable.tsx'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A number of bytes, such as `1.2 MB`. */
function shownSize(bytes: number): string {
  const at = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[at] ?? 'byte',
    unitDisplay: at === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  })
  return format.format(bytes / 1_000 ** at)
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(texts.files.copied)
  } catch {
    toast(texts.files.notCopied)
  }
}

interface FileRowProps {
  file: ListedFile
  mayChange: boolean
  onAsk: (action: 'rename' | 'delete') => void
}

export function FileRow({ file, mayChange, onAsk }: FileRowProps) {
  const { name, contentType, size, width, height, downloadURL, backlinks } = file
  const t = texts.files
  return (
    <tr>
      <td>
        <a href={downloadURL} target="_blank" rel="noopener noreferrer" className={styles.file}>
          <span className={styles.preview}>
            {contentType.startsWith('image/') ? (
              <img src={downloadURL} alt="" loading="lazy" decoding="async" />
            ) : (
              <Icon name="file" />
            )}
          </span>
          <span className={styles.name} dir="auto" title={name}>
            {name}
          </span>
        </a>
      </td>
      <td className={`${styles.wide} muted`}>
        {contentType}
        {width && height ? <small className={styles.pixels}>{t.pixels(width, height)}</small> : null}
      </td>
      <td className={styles.number}>{shownSize(size)}</td>
      <td className={`${styles.wide} ${backlinks.totalCount === 0 ? 'muted' : ''}`}>
        {t.usedOn(backlinks.totalCount)}
      </td>
      <td className={styles.number}>
        <Menu label={t.actionsOf(name)} button={<Icon name="more" />}>
          <MenuItem run={() => void open(downloadURL, '_blank', 'noopener')}>{t.open}</MenuItem>
          <MenuItem run={() => void copy(downloadURL)}>{t.copyLink}</MenuItem>
          {mayChange && <MenuItem run={() => onAsk('rename')}>{t.rename}</MenuItem>}
          {mayChange && (
            <MenuItem run={() => onAsk('delete')} isDanger>
              {t.remove}
            </MenuItem>
          )}
        </Menu>
      </td>
    </tr>
  )
}
