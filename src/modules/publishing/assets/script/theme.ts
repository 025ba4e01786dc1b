// Runs before anything is drawn, so that the page appears in the chosen theme at once.
const root = document.documentElement
root.classList.add('js')
try {
  const { announcement } = root.dataset
  if (announcement && localStorage.getItem('quire-announcement') === announcement)
    root.classList.add('dismissed')
  const choice = localStorage.getItem('quire-theme')
  if (root.hasAttribute('data-choice') && choice === 'system') root.removeAttribute('data-theme')
  else if (root.hasAttribute('data-choice') && (choice === 'light' || choice === 'dark'))
    root.dataset.theme = choice
} catch {
  // Storage can be disabled. The theme is then that of the site or the system.
}
