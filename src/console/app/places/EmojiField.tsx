import { texts } from '../texts/index.ts'
import styles from './NewSpaceDialog.module.css'

const EMOJIS = ['📖', '🚀', '🧭', '💡', '🛠️', '🧩', '🔒', '📣', '🎨', '🧪', '👋', '🌍']

/** One of some emoji for a space. Without a choice, the server sets one. */
export function EmojiField() {
  return (
    <fieldset className={styles.emoji}>
      <legend>{texts.places.emoji}</legend>
      {EMOJIS.map((emoji) => (
        <label key={emoji}>
          <input type="radio" name="emoji" value={emoji} aria-label={emoji} />
          <span aria-hidden="true">{emoji}</span>
        </label>
      ))}
    </fieldset>
  )
}
