import { all, onClick } from './page.ts'

type Choice = 'light' | 'dark' | 'system'

const root = document.documentElement

function chosen(): Choice {
  try {
    const choice = localStorage.getItem('quire-theme')
    if (choice === 'light' || choice === 'dark' || choice === 'system') return choice
  } catch {
    // Storage can be disabled.
  }
  return root.dataset.theme === 'dark' ? 'dark' : 'system'
}

function show(choice: Choice): void {
  for (const button of all('[data-theme-choice]')) {
    button.setAttribute('aria-pressed', String(button.dataset.themeChoice === choice))
  }
}

function choose(choice: Choice): void {
  if (choice === 'system') root.removeAttribute('data-theme')
  else root.dataset.theme = choice
  try {
    localStorage.setItem('quire-theme', choice)
  } catch {
    // The choice then lasts for this page.
  }
  show(choice)
}

export function setUpThemes(): void {
  show(chosen())
  onClick('[data-theme-choice]', (button) => choose(button.dataset.themeChoice as Choice))
}
