const KEY = 'quire-theme'

/** What a person has chosen in their account; null follows the system. */
export type AccountTheme = 'LIGHT' | 'DARK' | null

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Storage can be disabled. The theme is then that of the system.
    return null
  }
}

/** Shows the theme that was chosen in this browser, or that of the system. */
export function applyTheme(): void {
  const choice = stored()
  const system = matchMedia('(prefers-color-scheme: dark)')
  const isDark = choice === 'dark' || (choice !== 'light' && system.matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  system.onchange = applyTheme
}

/** Keeps the choice of an account in this browser, so that the next page appears in it at once, and shows it. */
export function followAccount(theme: AccountTheme): void {
  const choice = theme === null ? 'system' : theme === 'DARK' ? 'dark' : 'light'
  if (stored() === choice) return
  try {
    localStorage.setItem(KEY, choice)
  } catch {
    // The next page shows the theme of the system.
  }
  applyTheme()
}
