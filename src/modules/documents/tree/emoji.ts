import { nameToEmoji } from 'gemoji'

const shortcode = /(?<![\w:]):([a-z0-9_+-]{2,40}):(?![\w:])/g

/** Replaces names such as `:smile:` by the emoji. Other words between colons are kept. */
export const withEmoji = (text: string): string =>
  text.includes(':')
    ? text.replace(shortcode, (all, name: string) =>
        Object.hasOwn(nameToEmoji, name) ? (nameToEmoji[name] ?? all) : all,
      )
    : text
