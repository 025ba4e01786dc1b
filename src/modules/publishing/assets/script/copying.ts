import { all, make, onClick, text } from './page.ts'

async function copied(button: HTMLElement, content: Promise<string>): Promise<void> {
  try {
    await navigator.clipboard.writeText(await content)
  } catch {
    return
  }
  const label = button.querySelector('span') ?? button
  const before = label.textContent
  label.textContent = text('copied')
  button.classList.add('copied')
  setTimeout(() => {
    label.textContent = before
    button.classList.remove('copied')
  }, 1500)
}

/** Adds the buttons to what can be copied. */
export function addCopyButtons(within: ParentNode): void {
  for (const container of all('figure.code, [data-copy]', within)) {
    container.append(make('button', { type: 'button', class: 'copy', 'aria-live': 'polite' }, text('copy')))
  }
}

export function setUpCopying(): void {
  onClick('.copy', (button) => {
    const container = button.parentElement
    const code =
      container?.querySelector('pre')?.textContent ?? container?.innerText.replace(button.innerText, '') ?? ''
    copied(button, Promise.resolve(code.trim()))
  })
  onClick('[data-copy-from]', (button) => {
    const load = async () => {
      const response = await fetch(button.dataset.copyFrom ?? '', { headers: { accept: 'text/markdown' } })
      if (!response.ok) throw new Error(response.statusText)
      return response.text()
    }
    copied(button, load())
  })
}
