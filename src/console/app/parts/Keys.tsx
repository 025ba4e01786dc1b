import { Fragment } from 'react'
import { capsOf } from '../frame/key-names.ts'
import styles from './Keys.module.css'

/** The keys of a binding such as `mod+k` or `g h`, as caps. */
export function Keys({ of: binding }: { of: string }) {
  return (
    <span className={styles.keys}>
      {capsOf(binding).map((caps, step) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the keys of a binding do not change their order.
        <Fragment key={step}>
          {caps.map((cap) => (
            <kbd key={cap}>{cap}</kbd>
          ))}
        </Fragment>
      ))}
    </span>
  )
}
