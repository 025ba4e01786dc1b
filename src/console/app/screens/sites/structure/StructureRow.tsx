import type { KeyboardEvent } from 'react'
import { Icon } from '../../../parts/Icon.tsx'
import { Menu } from '../../../parts/Menu.tsx'
import { MenuItem, MenuLine } from '../../../parts/MenuItem.tsx'
import { texts } from '../../../texts/index.ts'
import styles from './Structure.module.css'
import { type Item, placeBeside } from './structure-items.ts'
import type { useDrag } from './use-drag.ts'
import type { StructureActions } from './use-structure.ts'

interface StructureRowProps {
  item: Item
  items: readonly Item[]
  mayEdit: boolean
  actions: StructureActions
  drag: ReturnType<typeof useDrag>
  onEdit: (item: Item) => void
  onAddVariant: (item: Item) => void
  onRemoveSection: (item: Item) => void
}

const ICONS = { SITE_SECTION_GROUP: 'folder', SITE_SECTION: 'list', SITE_SPACE: 'book' } as const

/** A group, a section or a variant. Alt and the arrow keys move it; the menu does the same. */
export function StructureRow(props: StructureRowProps) {
  const { item, mayEdit, actions, drag } = props
  const t = texts.sites
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined
    if (!mayEdit || !event.altKey || by === undefined) return
    event.preventDefault()
    actions.moveBy(item, by)
  }
  return (
    <li className={styles.row} data-depth={item.depth} {...(mayEdit && drag.rowProps(item))}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys move the row whose button has the focus. */}
      <div className={styles.line} onKeyDown={onKeyDown}>
        {mayEdit && (
          <span className={styles.grip} aria-hidden="true">
            ⠿
          </span>
        )}
        <Icon name={ICONS[item.kind]} />
        <span className={styles.name}>
          {mayEdit ? (
            <button type="button" className={styles.title} onClick={() => props.onEdit(item)} dir="auto">
              {item.title}
            </button>
          ) : (
            <span dir="auto">{item.title}</span>
          )}
          {item.path !== undefined && <code className={styles.path}>/{item.path}</code>}
        </span>
        {item.isDefault && <span className={styles.tag}>{t.default}</span>}
        {item.condition !== '' && (
          <span className={styles.tag} title={item.condition}>
            {t.conditional}
          </span>
        )}
        {mayEdit && <RowMenu {...props} />}
      </div>
    </li>
  )
}

function RowMenu({ item, items, actions, onEdit, onAddVariant, onRemoveSection }: StructureRowProps) {
  const t = texts.sites
  const groups = items.filter(({ kind, id }) => kind === 'SITE_SECTION_GROUP' && id !== item.parent)
  const isSection = item.kind === 'SITE_SECTION'
  return (
    <Menu label={t.actionsOf(item.title)} button={<Icon name="more" />} className="icon-button">
      <MenuItem run={() => onEdit(item)}>{t.edit}</MenuItem>
      {isSection && <MenuItem run={() => onAddVariant(item)}>{t.addVariant(item.title)}</MenuItem>}
      {item.kind !== 'SITE_SECTION_GROUP' && !item.isDefault && (
        <MenuItem run={() => actions.makeDefault(item)}>{t.makeDefault}</MenuItem>
      )}
      <MenuLine />
      {placeBeside(items, item, -1) && <MenuItem run={() => actions.moveBy(item, -1)}>{t.moveUp}</MenuItem>}
      {placeBeside(items, item, 1) && <MenuItem run={() => actions.moveBy(item, 1)}>{t.moveDown}</MenuItem>}
      {isSection &&
        groups.map((group) => (
          <MenuItem key={group.id} run={() => actions.intoGroup(item, group)}>
            {t.intoGroup(group.title)}
          </MenuItem>
        ))}
      {isSection && item.parent !== undefined && (
        <MenuItem run={() => actions.outOfGroup(item)}>{t.outOfGroup}</MenuItem>
      )}
      <MenuLine />
      {item.kind === 'SITE_SPACE' && (
        <MenuItem isDanger run={() => actions.removeSpace(item)}>
          {t.remove}
        </MenuItem>
      )}
      {item.kind === 'SITE_SECTION_GROUP' && (
        <MenuItem isDanger run={() => actions.removeGroup(item)}>
          {t.removeGroup}
        </MenuItem>
      )}
      {isSection && (
        <MenuItem isDanger run={() => onRemoveSection(item)}>
          {t.remove}
        </MenuItem>
      )}
    </Menu>
  )
}
