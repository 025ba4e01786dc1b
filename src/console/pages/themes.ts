const KEY = 'quire-theme'

export type Theme = 'system' | 'light' | 'dark'

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

/** Keeps a choice in this browser, and shows it. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // The next page shows the theme of the system.
  }
  applyTheme()
}
