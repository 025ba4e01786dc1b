import { useState } from 'react'
import { Dialog } from '../parts/Dialog.tsx'
import { Keys } from '../parts/Keys.tsx'
import { texts } from '../texts/index.ts'
import styles from './KeyList.module.css'
import { registeredKeys } from './keys.ts'

/** All keys that do something at the moment. */
export default function KeyList({ onClose }: { onClose: () => void }) {
  const [keys] = useState(registeredKeys)
  const groups = [
    { title: texts.frame.keysOfScreen, keys: keys.filter(({ scope }) => scope === 'screen') },
    { title: texts.frame.keysEverywhere, keys: keys.filter(({ scope }) => scope === 'frame') },
  ]
  return (
    <Dialog title={texts.frame.keys} onClose={onClose}>
      {groups.map(
        (group) =>
          group.keys.length > 0 && (
            <section key={group.title} className={styles.group}>
              <h3>{group.title}</h3>
              <dl>
                {group.keys.map(({ key, binding }) => (
                  <div key={key} className={styles.row}>
                    <dt>{binding.label}</dt>
                    <dd>
                      <Keys of={key} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ),
      )}
      <p className="muted">{texts.frame.keysHint}</p>
    </Dialog>
  )
}
