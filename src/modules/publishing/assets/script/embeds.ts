import { make, onClick } from './page.ts'

/** A link to another service shows its frame above itself. Opened in another way, or again, it leads there. */
export function setUpEmbeds(): void {
  onClick('[data-frame]', (link, event) => {
    const { frame = '', frameTitle: title = '' } = link.dataset
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    delete link.dataset.frame
    const shown = make('iframe', {
      class: 'embed-frame',
      src: frame,
      title,
      sandbox: 'allow-scripts allow-same-origin allow-popups allow-forms allow-presentation',
      allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
      referrerpolicy: 'strict-origin-when-cross-origin',
    })
    link.before(shown)
    shown.focus()
  })
}
