import { all, make, onClick, text } from './page.ts'

const send = async (place: string, content: object): Promise<{ id: string } | null> => {
  try {
    const response = await fetch(place, { method: 'POST', body: JSON.stringify(content) })
    return response.ok ? await response.json() : null
  } catch {
    return null
  }
}

/** Asks for a comment on a rating that was sent. */
function askForComment(section: HTMLElement, place: string, rating: string, id: string): void {
  const field = make('textarea', { rows: '3', maxlength: '512' })
  const button = make('button', { type: 'submit', class: 'button' }, text('send'))
  const form = make('form', {}, make('label', {}, text('commentLabel'), field), button)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const comment = field.value.trim()
    if (comment !== '' && !(await send(place, { rating, id, comment }))) return
    section.replaceChildren(make('p', { role: 'status' }, text('thanks')))
  })
  section.querySelector('form')?.remove()
  section.append(form)
  field.focus()
}

export function setUpFeedback(): void {
  onClick('[data-rating]', async (button) => {
    const section = button.closest<HTMLElement>('[data-feedback]')
    const { feedback = '' } = section?.dataset ?? {}
    const { rating = '' } = button.dataset
    if (!section || section.dataset.sent) return
    section.dataset.sent = rating
    const sent = await send(feedback, { rating })
    if (!sent) return void delete section.dataset.sent
    for (const each of all<HTMLButtonElement>('[data-rating]', section)) {
      each.setAttribute('aria-pressed', String(each === button))
      each.disabled = true
    }
    askForComment(section, feedback, rating, sent.id)
  })
}
