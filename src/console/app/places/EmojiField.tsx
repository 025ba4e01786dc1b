import { texts } from '../texts/index.ts'
import styles from './NewSpaceDialog.module.css'

const EMOJIS = ['📖', '🚀', '🧭', '💡', '🛠️', '🧩', '🔒', '📣', '🎨', '🧪', '👋', '🌍']

/** One of some emoji for a space, or the one that it has. Without a choice, the server sets one. */
export function EmojiField({ value }: { value?: string }) {
  const offered = value && !EMOJIS.includes(value) ? [value, ...EMOJIS] : EMOJIS
  return (
    <fieldset className={styles.emoji}>
      <legend>{texts.places.emoji}</legend>
      {offered.map((emoji) => (
        <label key={emoji}>
          <input
            type="radio"
            name="emoji"
            value={emoji}
            aria-label={emoji}
            defaultChecked={emoji === value}
          />
          <span className="emoji" aria-hidden="true">
            {emoji}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
